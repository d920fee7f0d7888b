import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretForms, maySecret } from "./secret-forms.ts";
import { createMasker } from "./secrets.ts";
import { cpuMsOf } from "../../testing/cpu-time.ts";

// Put together here, so that no scanner takes this file for a leak.
const letters = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ0bC2eF4hJ6";
const samples: readonly (readonly [name: string, secret: string])[] = [
  ["github-token", `ghp_${letters}`],
  ["github-token", `gho_${letters}`],
  ["github-token", `ghs_${letters}`],
  ["github-token", `github_pat_11ABCDEFG0${letters}_${letters}`],
  ["anthropic-key", `sk-ant-api03-${letters}-_${letters}`],
  ["openai-key", `sk-proj-${letters}`],
  ["openai-key", `sk-${letters}`],
  ["stripe-key", `sk_live_${letters}`],
  ["stripe-key", `rk_test_${letters}`],
  ["aws-key-id", "AKIAIOSFODNN7EXAMPLE"],
  ["aws-key-id", "ASIAIOSFODNN7EXAMPLE"],
  ["linear-key", `lin_api_${letters}`],
  ["linear-key", `lin_oauth_${letters}`],
  ["slack-token", `xoxb-123456789012-${letters}`],
  ["slack-token", `xoxp-123456789012-${letters}`],
  ["slack-token", `xapp-1-A0-${letters}`],
  ["webhook-address", `hooks.slack.com/services/T000/B000/${letters}`],
  ["webhook-address", `discord.com/api/webhooks/123456789/${letters}`],
  ["gitlab-token", `glpat-${letters}`],
  ["gitlab-token", `glrt-${letters}`],
  ["npm-token", `npm_${letters}`],
  ["pypi-token", `pypi-AgEIcHlwaS5vcmc${letters}`],
  ["google-key", `AIzaSy${letters.slice(0, 33)}`],
  ["google-key", `ya29.${letters}`],
  ["google-key", `GOCSPX-${letters.slice(0, 28)}`],
  ["vendor-key", `hf_${letters}`],
  ["vendor-key", `gsk_${letters}`],
  ["vendor-key", `xai-${letters}`],
  ["vendor-key", `dop_v1_${"0123456789abcdef".repeat(4)}`],
  ["vendor-key", `SG.${letters.slice(0, 22)}.${letters}`],
  ["web-token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters}`],
  ["private-key", `-----BEGIN RSA PRIVATE KEY-----\n${letters.repeat(4)}\n-----END RSA PRIVATE KEY-----`],
  ["private-key", `-----BEGIN OPENSSH PRIVATE KEY-----\\n${letters.repeat(4)}\\n-----END OPENSSH PRIVATE KEY-----`],
];

describe("G-6 F238 known forms are masked", () => {
  const masker = createMasker();
  test.each(samples)("%s: %s", (name, secret) => {
    for (const text of [
      secret,
      `said ${secret} and went on`,
      `{"t":"${secret}"}`,
      `{"t":"a\\n${secret}"}`,
      `url=${secret}\n`,
    ]) {
      const masked = masker.mask(text);
      expect(masked).toContain("[masked:");
      expect(masked).not.toContain(letters.slice(4, 30));
      expect(masked).not.toContain(secret);
    }
    expect(masker.find(`x ${secret} y`)).toContain(name);
  });
  test("each form has a sample", () => {
    const elsewhere = ["authorization", "api-key-header", "address-password", "secret-variable"];
    expect(new Set([...samples.map(([name]) => name), ...elsewhere])).toEqual(
      new Set(secretForms.map(({ name }) => name)),
    );
  });
  test.each([
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE", "AWS_SECRET_ACCESS_KEY=[masked:secret-variable]"],
    ["aws_secret_access_key = wJalrXUtnFEMIK7MDENG", "aws_secret_access_key = [masked:secret-variable]"],
    ['"LINEAR_API_KEY":"abcdefgh12345"', '"LINEAR_API_KEY":"[masked:secret-variable]"'],
    ['{\\"DB_PASSWORD\\": \\"hunter2hunter2\\"}', '{\\"DB_PASSWORD\\": \\"[masked:secret-variable]\\"}'],
    ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [masked:authorization]"],
    ["curl -H 'authorization: Basic dXNlcjpwYXNzd29yZA=='", "curl -H 'authorization: Basic [masked:authorization]'"],
    ["x-api-key: abcdefgh12345", "x-api-key: [masked:api-key-header]"],
    ["https://user:pa55word@example.com/x.git", "https://user:[masked:address-password]@example.com/x.git"],
    ["postgres://app:s3cret@db:5432/app", "postgres://app:[masked:address-password]@db:5432/app"],
  ])("%s keeps what is no secret", (text, wanted) => expect(masker.mask(text)).toBe(wanted));
});

describe("G-6 ordinary text is left alone", () => {
  const masker = createMasker({ SHORT: "none", EMPTY: "", FLAG: "true" });
  test.each([
    "9fceb02d0ae598e95dc970b74767f19372d6bd81",
    "550e8400-e29b-41d4-a716-446655440000",
    "toolu_01ABCdefGHIjklMNOpqrSTUv",
    "const token = getToken();",
    "MAX_TOKENS=200000000",
    "export API_KEY=$OTHER_VARIABLE_HERE",
    "API_KEY=<your key comes here>",
    "const API_KEY = process.env.API_KEY",
    "PASSWORD: undefined",
    "http://localhost:8080/path@2",
    "ssh://git@example.com:22/a/b.git",
    "git@example.com:a/b.git",
    "sk-cube-grid-animation-with-a-long-name",
    'class="task-list task-list-item-checkbox"',
    "set skip-worktree-for-all-of-these-files",
    "-----BEGIN PRIVATE KEY----- is how it starts.",
    "the bearer of good news is here",
    "sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4==",
    "none of it is true",
  ])("%s", (text) => expect(masker.mask(text)).toBe(text));
});

describe("F239 values of configured variables, also encoded", () => {
  const value = 's3cr3t/Va+lue&x="ü1';
  const masker = createMasker({ LINEAR_API_KEY: value, OTHER: "plainvalue99" });
  const bytes = Buffer.from(value);
  const around = (before: number): Buffer =>
    Buffer.concat([Buffer.from("x".repeat(before)), bytes, Buffer.from("\nHOME=/x\n")]);
  test.each([
    ["plain", value],
    ["base64", bytes.toString("base64")],
    ["base64url", bytes.toString("base64url")],
    ["base64 in a longer text, 0", around(3).toString("base64")],
    ["base64 in a longer text, 1", around(4).toString("base64")],
    ["base64 in a longer text, 2", around(5).toString("base64")],
    ["base64 wrapped", around(60).toString("base64").replace(/.{76}/g, "$&\n")],
    ["base64 wrapped, in JSON", JSON.stringify(around(60).toString("base64").replace(/.{76}/g, "$&\n"))],
    ["hex", bytes.toString("hex")],
    ["hex in capitals", bytes.toString("hex").toUpperCase()],
    ["hex with spaces", bytes.toString("hex").replace(/../g, "$& ")],
    ["URL", encodeURIComponent(value)],
    ["URL, every byte", bytes.toString("hex").replace(/../g, "%$&")],
    ["JSON", JSON.stringify(value)],
    ["two at once", `${value} plainvalue99`],
  ])("%s", (_, text) => {
    const masked = masker.mask(`a ${text} b`);
    expect(masked).toContain("[masked:LINEAR_API_KEY]");
    expect(masked).not.toContain(text);
    expect(Buffer.from(masked.replace(/\[masked:.*?\]/g, ""), "base64").includes(bytes)).toBe(false);
  });
  test("a value of several lines is masked whole and by its lines", () => {
    const key = createMasker({ KEY: "first long line 1\nsecond long line 2" });
    expect(key.mask("it is first long line 1 here")).toBe("it is [masked:KEY] here");
    expect(key.mask("first long line 1\nsecond long line 2")).toBe("[masked:KEY]");
  });
  test("V047 in paths, recommendations, branches, bodies and messages", () => {
    for (const text of [
      "/home/plainvalue99/repo",
      "RECOMMENDATION: Next: use plainvalue99",
      "fix/plainvalue99-x",
      "Closes #1\n\nplainvalue99",
      "fix: plainvalue99",
    ]) {
      expect(masker.mask(text)).not.toContain("plainvalue99");
      expect(masker.find(text)).toEqual(["OTHER"]);
    }
  });
});

describe("F239 over chunk edges", () => {
  const masker = createMasker({ OTHER: "plainvalue99" });
  const texts = [
    "x".repeat(3000),
    `ghp_${letters}`,
    "plainvalue99",
    Buffer.from("plainvalue99").toString("base64"),
    "\n",
    "https://u:pa55word@h/",
    ...samples.map(([, secret]) => ` ${secret} `),
  ];
  test("a text cut anywhere is masked as the whole is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...texts), { maxLength: 8 }),
        fc.array(fc.nat(2000), { minLength: 1, maxLength: 8 }),
        (parts, cuts) => {
          const text = parts.join(" ");
          const stream = masker.stream();
          let out = "";
          let at = 0;
          for (let turn = 0; at < text.length; turn++) {
            const size = (cuts[turn % cuts.length] ?? 0) + 1;
            out += stream.push(text.slice(at, at + size));
            at += size;
          }
          expect(out + stream.end()).toBe(masker.mask(text));
        },
      ),
    );
  });
  test("what is held back stays bounded", () => {
    const stream = masker.stream();
    let out = 0;
    for (let turn = 0; turn < 200; turn++) out += stream.push(`PASSWORD=${"a1".repeat(500)}`).length;
    expect(stream.end().length).toBeLessThan(40_000);
    expect(out).toBeGreaterThan(0);
  });
});

test("the quick look rules out no sample", () => {
  for (const [, secret] of samples) expect(maySecret(secret), secret).toBe(true);
});

test("hostile texts don't run away", async () => {
  const masker = createMasker({ A: "aaaaaaaaaaaaaaaaaaaaaab" });
  const time = (size: number): Promise<number> => {
    const texts = ["a", "://a:", "-----BEGIN PRIVATE KEY-----", "TOKEN=", "eyJ", "SECRET_", "Bearer ", "616161"].map(
      (part) => part.repeat(size / part.length),
    );
    return cpuMsOf(() => texts.map((text) => masker.mask(text)));
  };
  await time(10_000);
  expect(await time(400_000)).toBeLessThan(15_000);
});

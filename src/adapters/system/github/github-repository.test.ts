import { expect, test } from "vitest";
import { githubRepository, namedRepository, repositoryInPath } from "./github-repository.ts";

const shop = { owner: "acme", name: "shop", url: "https://api.github.com" };

test.each([
  ["https://github.com/acme/shop.git", shop],
  ["https://github.com/acme/shop", shop],
  ["https://token@github.com/acme/shop.git/", shop],
  ["git@github.com:acme/shop.git", shop],
  ["github.com:acme/shop", shop],
  ["ssh://git@github.com/acme/shop.git", shop],
  ["ssh://git@ssh.github.com:443/acme/shop.git", shop],
  ["git@GitHub.Example.org:acme/my.shop", { ...shop, name: "my.shop", url: "https://github.example.org/api/v3" }],
  ["https://github.example.org:8443/acme/shop", { ...shop, url: "https://github.example.org/api/v3" }],
])("R-10 %s names a repository", (remote, repository) => {
  expect(githubRepository(remote)).toEqual(repository);
});

test.each([
  "/srv/git/shop.git",
  "../shop",
  "file:///srv/shop.git",
  "https://github.com/acme",
  "git@github.com:a/b/c",
  "",
])("R-10 %s names none", (remote) => {
  expect(githubRepository(remote)).toBeNull();
});

test("where a person names the server, a path is enough", () => {
  expect(repositoryInPath("/srv/git/acme/shop.git")).toEqual({ owner: "acme", name: "shop" });
  expect(["shop.git", "../", ""].map(repositoryInPath)).toEqual([null, null, null]);
});

test("a person writes owner/name, and nothing else", () => {
  expect(namedRepository(" acme/shop ")).toEqual({ owner: "acme", name: "shop" });
  expect(["acme", "acme/shop/x", "acme/../x", "/shop", "a b/c"].map(namedRepository)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

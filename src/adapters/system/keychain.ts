import { execFile } from "node:child_process";

/** Where the keychain is looked for: the environment that the program runs in, and the system. */
export interface KeychainPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/* A keychain that wants a person to unlock it has nobody to ask at night. */
const timeoutMs = 5_000;

type Program = readonly [file: string, ...args: string[]];

/** The program of each system that gives a secret out by the name of its service. */
const programs: Readonly<Partial<Record<NodeJS.Platform, (service: string) => Program>>> = {
  darwin: (service) => ["security", "find-generic-password", "-s", service, "-w"],
  linux: (service) => ["secret-tool", "lookup", "service", service],
};

/** A secret that the keychain of the system has under this service; null where it has none, or there is no keychain. Never rejects. */
export function keychainSecret(service: string, { env, platform }: KeychainPlace): Promise<string | null> {
  const [file, ...args] = programs[platform]?.(service) ?? [];
  if (file === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile(file, args, { env, timeout: timeoutMs }, (error, stdout) => {
      const secret = stdout.trim();
      resolve(error === null && secret !== "" ? secret : null);
    });
  });
}

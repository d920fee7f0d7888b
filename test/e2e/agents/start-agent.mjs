import { enableCompileCache } from "node:module";

// Starts the fake agent. Its types are stripped once, and not in each of its many calls.
enableCompileCache();
await import("./agent.ts");

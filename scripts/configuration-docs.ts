import { writeFileSync } from "node:fs";
import { configurationPage } from "../src/config/page.ts";

// Writes the guide's page on configuration anew from the table of settings: node scripts/configuration-docs.ts
writeFileSync(new URL("../docs/guide/configuration.md", import.meta.url), configurationPage());

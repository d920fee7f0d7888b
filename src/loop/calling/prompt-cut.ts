import type { Fact } from "../../core/fact.ts";
import type { Prompt } from "../../core/prompt/build-prompt.ts";
import { warned } from "../../core/texts/warned.ts";

/** Warnings of what a prompt had no room for; `which` names the prompt in the sentence ("the prompt for ABC-1"). */
export const promptCut = ({ cut }: Prompt, which: string): readonly Fact[] =>
  cut.map(({ name, bytes }) => warned("prompt_cut", `${bytes} bytes of ${name} were left out of ${which}`));

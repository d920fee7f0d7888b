/** Longer texts are made anew each time: what was made of them would lie in memory all the while an agent works. */
const longestKept = 1_000_000;
const mostKept = 2;

/**
 * `make`, asked once for each of the last two texts: one iteration reads the same file a dozen times. What it makes must
 * not be changed by anyone.
 */
export function recently<T>(make: (text: string) => T): (text: string) => T {
  let known: readonly { readonly text: string; readonly made: T }[] = [];
  return (text) => {
    const found = known.find((each) => each.text === text);
    if (found !== undefined) return found.made;
    const made = make(text);
    if (text.length <= longestKept) known = [{ text, made }, ...known].slice(0, mostKept);
    return made;
  };
}

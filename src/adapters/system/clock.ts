import type { Clock } from "../../ports/clock.ts";

const tickMs = 1_000;

/** The machine's clock. A wait is an instant, looked at again each second, so that neither suspend nor a set clock oversleeps. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleepUntil: (until, signal) =>
    new Promise((done) => {
      let timer: NodeJS.Timeout | undefined;
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", finish);
        done();
      };
      const look = (): void => {
        const left = until - Date.now();
        if (left <= 0 || signal.aborted) return finish();
        timer = setTimeout(look, Math.min(left, tickMs));
      };
      signal.addEventListener("abort", finish, { once: true });
      look();
    }),
};

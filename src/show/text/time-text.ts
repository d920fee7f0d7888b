const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in words: `42 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. Whole seconds, rounded down. */
export function spanText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min ${two((span % minute) / second)} s`;
  if (span < day) return `${Math.floor(span / hour)} h ${two((span % hour) / minute)} min`;
  return `${Math.floor(span / day)} d ${Math.floor((span % day) / hour)} h`;
}

/** How old something is: `0 s ago`, `3 s ago`, `4 min ago`. */
export function ageText(ms: number): string {
  return ms < minute
    ? `${Math.max(0, Math.floor(ms / second))} s ago`
    : ms < hour
      ? `${Math.floor(ms / minute)} min ago`
      : `${spanText(ms)} ago`;
}

/** A time of day where the reader is, with seconds: `14:05:09`. `at` is in milliseconds since 1970. */
export function clockText(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
}

/** A point in time as a reader would say it `now`: `14:05`, with the date where it is another day's. */
export function momentText(at: number, now: number): string {
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.toDateString() === new Date(now).toDateString()) return clock;
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");

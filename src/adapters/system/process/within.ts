/** Waits until the promise settles, `ms` pass or `cut` is aborted. True when it settled. Leaves no timer behind. */
export function within(promise: Promise<unknown>, ms: number, cut?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (settled: boolean) => {
      clearTimeout(timer);
      cut?.removeEventListener("abort", onCut);
      resolve(settled);
    };
    const onCut = () => finish(false);
    const timer = setTimeout(finish, ms, false);
    promise.then(
      () => finish(true),
      () => finish(true),
    );
    if (cut?.aborted === true) onCut();
    else cut?.addEventListener("abort", onCut, { once: true });
  });
}

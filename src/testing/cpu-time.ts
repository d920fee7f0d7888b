/** CPU time that `work` takes of this process, in ms: a bound on it holds on a busy machine too, and finds what runs away. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

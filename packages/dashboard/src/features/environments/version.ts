/** Whether `mine` is an older SemVer than `newest`; a pre-release is older than its release. */
export function isBehind(mine: string, newest: string): boolean {
  const read = (version: string) => {
    const [core = '', pre] = (version.split('+')[0] ?? '').split(/-(.*)/);
    return { numbers: core.split('.').map(Number), pre };
  };
  const a = read(mine);
  const b = read(newest);
  for (let i = 0; i < 3; i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return a.pre !== undefined && b.pre === undefined;
}

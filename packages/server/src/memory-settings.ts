/**
 * How the process uses memory, the same however it is started. V8 and the allocator read these once, when a process
 * begins, so a process that was started without them replaces itself by one that has them.
 */

const v8: { name: string; flag: string }[] = [
  // Megabytes of V8's young generation, a third of it. By itself it grows to many times that under load, on every
  // thread; with 16 the server had 100 MB more under ingest and was no faster (docs/performance-archive.md).
  { name: 'max-semi-space-size', flag: '--max-semi-space-size=4' },
  // So little is collected faster by the thread itself than by several that have to be woken up: 0.4 ms, not 1.2.
  { name: 'parallel-scavenge', flag: '--no-parallel-scavenge' },
  // Megabytes at which the old generation is collected first, and by how much it may grow until the next time. By itself
  // V8 waits for hundreds: after ten million events the server had 100 MB more, and was no faster. With 30 in place of
  // 60 it collects so often while large bodies come that everybody else waits a fifth longer.
  { name: 'initial-old-space-size', flag: '--initial-old-space-size=32' },
  { name: 'heap-growing-percent', flag: '--heap-growing-percent=60' },
];

/** Large bodies in pages of their own, given back at once: glibc would keep them in a heap for each thread. */
const allocator = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };

interface Start {
  platform: string;
  execArgv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** What a process lacks that was started this way; what an operator has set stays. */
export function missingSettings({ platform, execArgv, env }: Start) {
  const given = [...execArgv, env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-');
  return {
    flags: v8.filter(({ name }) => !given.includes(name)).map(({ flag }) => flag),
    env: Object.fromEntries(
      Object.entries(allocator).filter(([name]) => platform === 'linux' && env[name] === undefined),
    ),
  };
}

/** Replaces this process by one with the settings, if any is missing. It keeps its id, and its input and output. */
export function applyMemorySettings(env: NodeJS.ProcessEnv): void {
  const { platform, execArgv, execPath, argv } = process;
  const missing = missingSettings({ platform, execArgv, env });
  if (missing.flags.length === 0 && Object.keys(missing.env).length === 0) return;
  // Windows cannot do that, and a process that talks to the one that started it would lose that connection.
  if (!process.execve || process.connected) return;
  process.execve(execPath, [execPath, ...missing.flags, ...execArgv, ...argv.slice(1)], {
    ...env,
    ...missing.env,
  });
}

import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/**
 * A repository may be hostile: its own configuration names programs to run. These options and variables take every such
 * name away from the commands that are used here, keep git from fetching and from taking locks, and from looking at
 * the configuration of the system.
 */
const options = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.pager', 'cat'],
  ['core.quotePath', 'true'],
  ['core.untrackedCache', 'false'],
  ['core.alternateRefsCommand', 'false'],
  ['diff.external', ''],
  ['diff.algorithm', 'default'],
  ['diff.orderFile', '/dev/null'],
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.noprefix', 'false'],
  ['diff.mnemonicPrefix', 'false'],
  ['diff.interHunkContext', '0'],
  ['diff.suppressBlankEmpty', 'false'],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['log.follow', 'false'],
  ['protocol.allow', 'never'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const environment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, XDG_CONFIG_HOME, SYSTEMROOT, TMPDIR } = process.env;
  return {
    ...{ PATH, HOME, XDG_CONFIG_HOME, SYSTEMROOT, TMPDIR },
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_ATTR_NOSYSTEM: '1',
  };
};

export interface GitOptions {
  /** The folder it runs in. */
  root: string;
  input?: Buffer;
  timeoutMs?: number;
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Git printed more than is read, or took longer than it may. */
export class TooMuch extends Error {
  constructor() {
    super('Git printed more than is read, or took too long.');
    this.name = 'TooMuch';
  }
}

/** What a git command prints. It is ended when it takes too long or prints too much. */
export function runGit(
  args: readonly string[],
  { root, input, timeoutMs = 10_000, maxBytes = 32 * 1024 * 1024, signal }: GitOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--no-pager', '--literal-pathspecs', ...options, ...args], {
      cwd: root,
      env: environment(),
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(signal && { signal }),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    (child.stdout as Readable).on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else if (!child.killed) child.kill('SIGKILL');
    });
    (child.stderr as Readable).on('data', (chunk: Buffer) => {
      if (complaint.length < 500) complaint += chunk.toString('latin1');
    });
    child.on('error', reject);
    child.on('close', (code, endedBy) => {
      const isTooSlow = endedBy === 'SIGKILL' && !signal?.aborted;
      if (bytes > maxBytes || isTooSlow) reject(new TooMuch());
      else if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`git ${args[0]} ended with ${code ?? 'a signal'}: ${complaint.slice(0, 500)}`));
    });
    const stdin = child.stdin as Writable | null;
    // It may end before it has read everything.
    stdin?.on('error', () => {});
    stdin?.end(input);
  });
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real git repository in a temporary folder. */
export interface TestRepository {
  root: string;
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  /** Commits everything that is there, now or at another time; answers the commit's name. */
  commit(message: string, at?: Date): string;
  remove(): void;
}

/** Names that must never leave a machine. */
export const author = { name: 'Ada Privat', email: 'ada.privat@example.invalid' };

const environment = (at?: Date): NodeJS.ProcessEnv => ({
  ...(at && { GIT_AUTHOR_DATE: at.toISOString(), GIT_COMMITTER_DATE: at.toISOString() }),
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
  GIT_EDITOR: 'true',
});

export function repositoryAt(root: string): TestRepository {
  const run = (args: string[], at?: Date): string =>
    execFileSync('git', args, { cwd: root, env: environment(at), encoding: 'utf8', stdio: 'pipe' }).trim();
  const git = (...args: string[]): string => run(args);
  return {
    root,
    git,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    commit(message, at) {
      git('add', '-A');
      run(['commit', '-q', '--allow-empty', '-m', message], at);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function createRepository(): TestRepository {
  const repository = repositoryAt(mkdtempSync(join(tmpdir(), 'debrief-repository-')));
  repository.git('init', '-q', '-b', 'main');
  return repository;
}

/** Every file below a folder with the digest of its bytes, its rights and its times. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name);
    const { mode, mtimeMs, ctimeMs } = lstatSync(path);
    const content = lstatSync(path).isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : '';
    found[name] = `${content} ${mode} ${mtimeMs} ${ctimeMs}`;
  }
  return found;
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the architecture tests read: the files of the repository, and what each of them imports. */

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

export const read = (file: string): string => {
  try {
    return readFileSync(root + file, 'utf8');
  } catch {
    // Deleted since, or a link to nowhere: nothing that could break a rule.
    return '';
  }
};

export const isCode = (file: string) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');
export const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
export const code = files.filter((file) => isCode(file) && !isTest(file));

/** What a file imports, by statement, `export … from` or `import()`. */
export function importsOf(file: string): string[] {
  const text = read(file);
  const statements = text.matchAll(/^(?:import|export)\b[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm);
  const dynamic = text.matchAll(/\bimport\('([^']+)'\)/g);
  return [...statements, ...dynamic].map((match) => (match[1] ?? match[2]) as string);
}

/** The file a relative import means, from the root. */
export const resolved = (file: string, specifier: string) => posix.join(posix.dirname(file), specifier);

export const packageOf = (file: string) => /^packages\/([^/]+)\//.exec(file)?.[1];

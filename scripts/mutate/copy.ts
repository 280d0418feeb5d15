import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run needs of the tree; everything else stays where it is. */
export const copied = [
  'packages',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'docs',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'compose.yaml',
];

/**
 * A copy of the tree to break things in. Dependencies are linked, our own packages point into the copy, so that a
 * change there is what every room of the copy sees.
 */
export function copyTree(root: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-mutate-'));
  for (const name of copied) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules') || path.endsWith('.ts'),
    });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@debrief'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@debrief') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join('..', '..', 'packages', name), join(modules, '@debrief', name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

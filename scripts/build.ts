import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The three things that are built. Each only when its sources changed since last time. */

const root = join(import.meta.dirname, '..');

interface Product {
  name: string;
  folder: string;
  sources: string[];
  result: string;
  command: [string, ...string[]];
}

const products: Product[] = [
  {
    name: 'dashboard',
    folder: 'packages/dashboard',
    sources: [
      'packages/{dashboard,contract,findings,lessons,transcript}/{src,public}/**',
      'packages/dashboard/*.{ts,json,html}',
    ],
    result: 'packages/dashboard/dist/index.html',
    command: ['npm', 'run', '--silent', 'build', '--workspace', '@debrief/dashboard'],
  },
  {
    name: 'CLI',
    folder: 'packages/cli',
    sources: [
      'packages/{cli,contract,findings,lessons,prices,redaction,shell,transcript}/src/**',
      'packages/cli/package.json',
    ],
    result: 'packages/cli/dist/cli.tgz',
    command: [process.execPath, 'packages/cli/src/pack.ts'],
  },
  {
    name: 'server',
    folder: 'packages/server',
    sources: [
      'packages/{server,contract,findings,lessons,links,prices,redaction,review,shell,transcript}/src/**',
      'packages/server/{bundle.ts,bundle-entries.ts,package.json}',
    ],
    result: 'packages/server/dist/main.js',
    command: [process.execPath, 'packages/server/bundle.ts'],
  },
];

/** Names, sizes and times: reading every source would take longer than the start may. */
function fingerprint(product: Product): string {
  const hash = createHash('sha256');
  for (const file of [...globSync(product.sources, { cwd: root }), 'package-lock.json'].sort()) {
    const stat = statSync(join(root, file));
    if (stat.isFile() && !file.endsWith('.test.ts')) hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function isCurrent(product: Product, stamp: string, wanted: string): boolean {
  return (
    existsSync(join(root, product.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  );
}

for (const product of products) {
  if (!existsSync(join(root, product.folder, 'package.json'))) continue;
  const wanted = fingerprint(product);
  const stamp = join(root, product.folder, 'dist', '.built-from');
  if (isCurrent(product, stamp, wanted)) continue;
  console.error(`Building the ${product.name}…`);
  const [program, ...args] = product.command;
  const run = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) {
    console.error(`Building the ${product.name} failed; the lines above say why.`);
    process.exit(1);
  }
  mkdirSync(join(root, product.folder, 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

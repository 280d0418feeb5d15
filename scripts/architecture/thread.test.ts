import assert from 'node:assert/strict';
import { it } from 'node:test';
import { code, read, resolved } from './source.ts';

/** What a file needs while it runs: imports of types alone are gone by then. */
function loadedBy(file: string): string[] {
  const statements = read(file).matchAll(
    /^(?:import|export)\b([^'";]*?)from\s+'([^']+)'|^import\s+'([^']+)'/gm,
  );
  return [...statements]
    .filter(([, names = '']) => !isOfTypes(names))
    .map(([, , from, alone]) => (from ?? alone) as string);
}

function isOfTypes(names: string): boolean {
  if (/^\s*type\b/.test(names)) return true;
  const [, inBraces] = /^\s*\{([^}]*)\}\s*$/.exec(names) ?? [];
  const each = inBraces?.split(',').map((name) => name.trim());
  return each?.filter(Boolean).every((name) => name.startsWith('type ')) ?? false;
}

/** The file that an import means; what is not ours stays as it is. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return resolved(file, specifier);
  const [, name, path = ''] = /^@debrief\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (!name) return specifier;
  const { exports } = JSON.parse(read(`packages/${name}/package.json`)) as {
    exports: Record<string, string>;
  };
  return resolved(`packages/${name}/package.json`, exports[`.${path}`] as string);
}

/** The packages that are loaded with a file, each with the files on the way to it. */
function packagesLoadedBy(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const ways = new Map([[entry, entry]]);
  for (const [file, way] of ways) {
    for (const target of loadedBy(file).map((specifier) => targetOf(file, specifier))) {
      if (!/\.tsx?$/.test(target)) found.set(target.split('/')[0] as string, way);
      else if (!ways.has(target)) ways.set(target, `${way} → ${target}`);
    }
  }
  return found;
}

const base = 'packages/server/src/';
const threads = code.filter(
  (file) => file.startsWith(base) && /\banswerQuestions[<(]|\bparentPort\b/.test(read(file)),
);

it('a thread of the server loads neither the schemas nor the query builder, 600 modules that it has no use for', () => {
  assert.ok(threads.length >= 4, threads.join(', '));
  const broken: string[] = [];
  for (const thread of threads) {
    const loaded = packagesLoadedBy(thread);
    for (const heavy of ['typebox', 'kysely', 'fastify', 'ajv']) {
      if (loaded.has(heavy)) broken.push(`${heavy}: ${loaded.get(heavy)}`);
    }
  }
  assert.deepEqual(broken, []);
});

it('what is loaded is followed through files and packages, and imports of types are not', () => {
  assert.ok(packagesLoadedBy(`${base}http/app.ts`).has('typebox'));
  assert.ok(packagesLoadedBy(`${base}store/connection/sqlite.ts`).has('kysely'));
  assert.ok(isOfTypes(' type { A, B } ') && isOfTypes(' { type A, type B } '));
  assert.ok(!isOfTypes(' { type A, b } ') && !isOfTypes(' * as all '));
});

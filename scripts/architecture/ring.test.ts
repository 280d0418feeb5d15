import assert from 'node:assert/strict';
import { it } from 'node:test';
import { code, importsOf, resolved } from './source.ts';

/** Groups of files that reach each other by their imports, types included (Tarjan's algorithm). */
function ringsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const rings: string[][] = [];
  const visit = (file: string): void => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) {
        lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
      }
    }
    if (lowest.get(file) !== own) return;
    const ring = stack.splice(stack.indexOf(file));
    if (ring.length > 1) rings.push(ring.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return rings;
}

it('no ring of imports: of any two files at most one needs the other', () => {
  const all = new Set(code);
  const graph = new Map(
    code.map((file) => [
      file,
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolved(file, specifier))
        .filter((target) => all.has(target)),
    ]),
  );
  assert.deepEqual(ringsOf(graph), []);
});

it('a ring is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  assert.deepEqual(ringsOf(graph), [['a', 'b', 'c']]);
});

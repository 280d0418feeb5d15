import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mutationsOf } from './mutation.ts';
import { rooms } from './room.ts';

const changed = (source: string): string[] =>
  mutationsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

describe('changes that tests should notice', () => {
  it('swap operators, conditions and constants, and remove what is done', () => {
    assert.deepEqual(changed('const a = b < 2;'), ['const a = b <= 2;', 'const a = b < 3;']);
    assert.deepEqual(changed('if (a) b();'), ['if (true) b();', 'if (false) b();', 'if (a) ;']);
    assert.deepEqual(changed('const a = !b && c;'), ['const a =  b && c;', 'const a = !b || c;']);
    assert.deepEqual(changed('function f() { return g(); }'), [
      'function f() { return undefined as never; }',
    ]);
  });

  it('leave types, imports and texts alone', () => {
    assert.deepEqual(changed("import { a } from './a.ts';\ntype B = 1 | true;\nconst c = 'x' + d;"), []);
  });

  it('leave sizes, times and the lines of the log alone', () => {
    assert.deepEqual(changed('const a = 1024; const b = 60_000;'), []);
    assert.deepEqual(changed('const a = 999;'), ['const a = 1000;']);
    assert.deepEqual(changed("this.#options.log.warn({ a }, 'x'); log?.info('x');"), []);
    assert.deepEqual(changed('catalog.warn(1);'), [';', 'catalog.warn(2);']);
  });

  it('exist for every room, each of which has tests', () => {
    for (const [name, make] of Object.entries(rooms)) {
      const { sources, tests } = make();
      assert.ok(
        sources.length > 0 && tests.length > 0,
        `${name}: ${sources.length} sources, ${tests.length} tests`,
      );
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from './query.ts';
import { snippetOf } from './snippet.ts';
import { tsvectorOf, wordsOf } from './words.ts';

/** Any UTF-16 at all, halves of characters included. */
const anyText = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength }).map((units) => String.fromCharCode(...units));

const words = (text: string) => wordsOf(text).map(({ word }) => word);

describe('words', () => {
  it('are letters and digits, without case, accents and compatibility forms', () => {
    assert.deepEqual(words("Crème BRÛLÉE, don't: src/App.tsx foo_bar-2"), [
      ...['creme', 'brulee', 'don', 't', 'src', 'app', 'tsx', 'foo', 'bar', '2'],
    ]);
    assert.deepEqual(words('ﬁle ① Straße İstanbul Ångström'), [
      'file',
      '1',
      'straße',
      'istanbul',
      'angstrom',
    ]);
    assert.deepEqual(words('Cre\u0301me'), ['creme']);
    assert.deepEqual(words('  …!?\0\u200b '), []);
  });

  it('are single characters where a script has no spaces', () => {
    assert.deepEqual(words('修复login错误'), ['修', '复', 'login', '错', '误']);
    assert.deepEqual(
      words('ログ出力'),
      ['ロ', 'ク', '出', '力'].map((one, i) => (i === 1 ? words('グ')[0] : one)),
    );
  });

  it('stand where they are said to stand, whatever the text', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        for (const { word, start, end } of wordsOf(text)) {
          assert.ok(start < end && end <= text.length);
          assert.equal(words(text.slice(start, end)).join(''), word);
          assert.match(word, /^[\p{L}\p{N}\p{Co}]+$/u);
        }
        assert.ok(!tsvectorOf(text, 'org_a').includes("''"));
      }),
    );
  });
});

describe('a query', () => {
  const read = (q: string) =>
    parseQuery(q).map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : ''));

  it('is words and phrases, the last word a beginning', () => {
    assert.deepEqual(read('flaky login'), ['flaky', 'login*']);
    assert.deepEqual(read('"flaky login" test'), ['flaky login', 'test*']);
    assert.deepEqual(read('test "flaky login"'), ['test', 'flaky login']);
    assert.deepEqual(read('test "flaky log'), ['test', 'flaky log*']);
    assert.deepEqual(read('src/app.ts x'), ['src app ts', 'x']);
    assert.deepEqual(read('" \' * ( ) AND : ^ -'), ['and*']);
    assert.deepEqual(read('***'), []);
  });

  it('is cut to a size that cannot hurt', () => {
    assert.ok(parseQuery('a '.repeat(100)).length <= 12);
    assert.ok((parseQuery(`"${'a '.repeat(99)}"`)[0]?.words.length ?? 0) <= 32);
  });
});

describe('a snippet', () => {
  const marked = (text: string, q: string) => {
    const snippet = snippetOf(text, parseQuery(q));
    return [snippet.text, snippet.matches.map(([from, to]) => snippet.text.slice(from, to))];
  };

  it('is one line around the first match with every match in it', () => {
    assert.deepEqual(marked('Fix the\n\tflaky  login; the LOGIN page', 'login'), [
      'Fix the flaky login; the LOGIN page',
      ['login', 'LOGIN'],
    ]);
    assert.deepEqual(marked('flaky login, login flaky', '"flaky login"')[1], ['flaky login']);
    assert.deepEqual(marked('edited src/app.ts and app.tsx', 'app.ts')[1], ['app.ts', 'app.tsx']);
    const long = `${'word '.repeat(200)}needle${' word'.repeat(200)}`;
    const [text, found] = marked(long, 'needle') as [string, string[]];
    assert.ok(text.length < 230 && text.startsWith('…') && text.endsWith('…'));
    assert.deepEqual(found, ['needle']);
  });

  it('never points outside of itself, whatever the text', () => {
    fc.assert(
      fc.property(anyText(600), fc.string({ maxLength: 40 }), (text, q) => {
        const snippet = snippetOf(text, parseQuery(q));
        let last = 0;
        for (const [from = -1, to = -1] of snippet.matches) {
          assert.ok(from >= last && from < to && to <= snippet.text.length);
          last = to;
        }
      }),
    );
  });
});

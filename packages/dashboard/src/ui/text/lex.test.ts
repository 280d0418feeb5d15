import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { decodeEntities, lex, markdownLimit } from './lex.ts';

test('markdown becomes tokens', () => {
  assert.deepEqual(
    lex('# A\n\ntext\n\n- b', false)
      ?.map((token) => token.type)
      .filter((type) => type !== 'space'),
    ['heading', 'paragraph', 'list'],
  );
});

test('what is too long or too deep stays text', () => {
  assert.equal(lex('x'.repeat(markdownLimit + 1), false), undefined);
  for (const sign of ['>', '> ', '[', '*', '`', '- ', '(', '<', '![']) {
    assert.equal(lex(sign.repeat(5_000), false), undefined, sign);
  }
});

test('hostile markdown is cut in bounded time', () => {
  const hostile = [
    '**a '.repeat(8_000),
    '[a]('.repeat(8_000),
    '`a'.repeat(15_000),
    '<a b='.repeat(7_000),
    'a@'.repeat(15_000),
    'http://a'.repeat(4_500),
    '| a '.repeat(9_000),
    '1. a\n'.repeat(7_000),
    '~~a'.repeat(10_000),
    `${'> a\n'.repeat(9_000)}`,
    '&#x'.repeat(12_000),
    ' '.repeat(39_000),
    `[${'a'.repeat(30_000)}`,
    '*a_b'.repeat(9_000),
    '*a_b '.repeat(1_200),
  ];
  for (const text of hostile) {
    const begun = performance.now();
    lex(text.slice(0, markdownLimit), false);
    const took = performance.now() - begun;
    assert.ok(isWithin(took, 500), `${JSON.stringify(text.slice(0, 12))} took ${took.toFixed(0)} ms`);
  }
});

test('entities are characters, and only text', () => {
  assert.equal(
    decodeEntities('a &lt;b&gt; &amp;amp; &#65;&#x42; &nope; &#0;'),
    'a <b> &amp; AB &nope; \uFFFD',
  );
});

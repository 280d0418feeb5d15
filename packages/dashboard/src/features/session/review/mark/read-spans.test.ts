import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAfter, type Span, withSpan } from './read-spans.ts';

test('spans that touch or overlap become one', () => {
  let spans: Span[] = [];
  for (const span of [
    [5, 9],
    [20, 30],
    [10, 12],
    [8, 11],
  ] as const)
    spans = withSpan(spans, span);
  assert.deepEqual(spans, [
    [5, 12],
    [20, 30],
  ]);
  assert.deepEqual(withSpan(spans, [13, 19]), [[5, 30]]);
  assert.deepEqual(withSpan(spans, [40, 39]), spans);
});

test('the mark follows what was read without a gap', () => {
  const spans: Span[] = [
    [1, 12],
    [20, 30],
  ];
  assert.equal(markAfter(0, spans), 12);
  assert.equal(markAfter(15, spans), 15);
  assert.equal(markAfter(19, spans), 30);
  assert.equal(markAfter(50, spans), 50);
  assert.equal(markAfter(0, withSpan(spans, [13, 19])), 30);
});

test('a jump to the end leaves the mark where it is', () => {
  assert.equal(markAfter(4, [[900, 1000]]), 4);
});

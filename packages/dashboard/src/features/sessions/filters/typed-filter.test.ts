import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldNamed, filterFields } from './fields.ts';
import {
  type Choice,
  chosenIn,
  openFilter,
  readTyped,
  resolve,
  suggestionsFor,
  toggled,
  wordsOf,
} from './typed-filter.ts';

const choices: Record<string, Choice[]> = {
  author: [
    { value: 'usr_1', label: 'ada', also: ['ada@example.com', 'me'] },
    { value: 'usr_2', label: 'adalbert' },
    { value: 'none', label: 'No author' },
  ],
  repo: [
    { value: 'host/acme/shop', label: 'acme/shop', also: ['/srv/shop'] },
    { value: 'host/acme/the-shop', label: 'acme/the shop' },
  ],
  has: [
    { value: 'errors', label: 'Failures', also: ['errors'] },
    { value: 'edits', label: 'Edits' },
  ],
  since: [{ value: '7d', label: 'Last 7 days', also: ['week'] }],
};
const choicesOf = (field: string) => choices[field] ?? [];
const field = (name: string) => fieldNamed(name) ?? assert.fail(name);

test('every word for a filter means one of them', () => {
  const words = filterFields.flatMap(({ typed }) => typed);
  assert.equal(new Set(words).size, words.length);
  assert.equal(fieldNamed('REPO')?.field, 'repo');
  assert.equal(fieldNamed('http'), undefined);
});

test('a line of filters and words is taken apart; several values of one add up', () => {
  assert.deepEqual(readTyped('author:ada repo:shop has:failures retry "upload limit"', {}, choicesOf), {
    search: { author: 'usr_1', repo: 'host/acme/shop', has: 'errors' },
    rest: 'retry "upload limit"',
    unknown: [],
  });
  assert.deepEqual(
    readTyped('by:me,adalbert author:nobody file:cart/total.ts file:a.ts', { author: 'usr_9' }, choicesOf),
    {
      search: { author: ['usr_9', 'usr_1', 'usr_2'], file: ['cart/total.ts', 'a.ts'] },
      rest: '',
      unknown: ['author:nobody'],
    },
  );
  assert.deepEqual(readTyped('repo:"acme/the shop" https://x.test/a author: 12:30', {}, choicesOf), {
    search: { repo: 'host/acme/the-shop' },
    rest: 'https://x.test/a author: 12:30',
    unknown: [],
  });
  // What is on stays on.
  assert.deepEqual(readTyped('author:ada', { author: 'usr_1' }, choicesOf).search, {});
});

test('a value is meant in full before a beginning, by a beginning before a part', () => {
  const author = field('author');
  assert.equal(resolve(choicesOf('author'), author, 'ADA')?.value, 'usr_1');
  assert.equal(resolve(choicesOf('author'), author, 'adal')?.value, 'usr_2');
  assert.equal(resolve(choicesOf('author'), author, 'example.com')?.value, 'usr_1');
  assert.equal(resolve(choicesOf('author'), author, 'zoe'), undefined);
  assert.equal(resolve(choicesOf('author'), author, ' '), undefined);
});

test('the filter in the middle of being typed is no word to search for', () => {
  assert.deepEqual(
    [openFilter('retry author:ad')?.part, openFilter('retry author:ad')?.before],
    ['ad', 'retry '],
  );
  assert.equal(wordsOf('retry author:ad'), 'retry');
  assert.equal(wordsOf('see https://x.test'), 'see https://x.test');
  assert.equal(wordsOf('repo:shop retry  has:"a b" now author:ad'), 'retry now');
  assert.equal(openFilter('plain'), undefined);
});

test('suggestions: all filters at first, then the values that fit, with those that are on', () => {
  const names = (text: string, search = {}) =>
    suggestionsFor(text, search, choicesOf).map((one) =>
      one.kind === 'field' ? `${one.field.typed[0]}:` : `${one.choice.label}${one.isChosen ? ' ✓' : ''}`,
    );
  assert.equal(names('').length, filterFields.length);
  assert.deepEqual(names('author:ada', { author: 'usr_2' }), ['ada', 'adalbert ✓']);
  assert.deepEqual(names('retry re'), ['repo:', 'review:']);
  assert.deepEqual(names('ada'), ['ada', 'adalbert']);
  assert.deepEqual(names('file:cart.ts'), ['cart.ts']);
  assert.deepEqual(names('file:'), []);
  assert.deepEqual(names('x'), []);
});

test('a value chosen again goes; of some filters there is one value', () => {
  assert.deepEqual(toggled({ author: ['usr_1', 'usr_2'] }, field('author'), 'usr_1'), { author: 'usr_2' });
  assert.deepEqual(toggled({ author: 'usr_1' }, field('author'), 'usr_1'), { author: undefined });
  assert.deepEqual(toggled({ since: '7d' }, field('since'), '1d'), { since: '1d' });
  assert.deepEqual(toggled({ has: 'edits' }, field('has'), 'errors'), { has: 'errors,edits' });
  assert.deepEqual(chosenIn({ has: 'errors,edits' }, 'has'), ['errors', 'edits']);
});

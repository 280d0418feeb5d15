import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatPrices } from '../testing/flat-prices.ts';
import { tokens } from './tokens.ts';
import { Ledger, type PricedRow } from './usage.ts';

const prices = flatPrices({ priced: { input: 1, output: 10, cache: 0.1 } });
const row = (output: number, more: object = {}) => ({ model: 'm', tokens: tokens({ output }), ...more });

test('the same request again: the larger output wins, the last wins, or it is one more', () => {
  const outcome = (mode: 'max' | 'last' | 'add', ...outputs: number[]) => {
    const ledger = new Ledger();
    for (const output of outputs) ledger.spend('k', { ...row(output), mode });
    const usage = ledger.byModel().get('m');
    return [usage?.tokens.output, usage?.requests];
  };
  assert.deepEqual(outcome('max', 5, 3), [5, 1]);
  assert.deepEqual(outcome('max', 3, 5), [5, 1]);
  assert.deepEqual(outcome('last', 5, 3), [3, 1]);
  assert.deepEqual(outcome('add', 5, 3), [8, 2]);
});

test('a row that stands for several requests counts as so many, also when one more is added', () => {
  const ledger = new Ledger(undefined, prices);
  const several = { model: 'priced', tokens: tokens({ input: 1e6 }), mode: 'add' as const };
  ledger.spend('k', { ...several, requests: 3 });
  ledger.spend('k', { ...several });
  ledger.spend('k', { ...several, cost: 0.5 });
  assert.deepEqual(ledger.byModel().get('priced'), {
    tokens: tokens({ input: 3e6 }),
    requests: 5,
    reported: 0.5,
    estimated: 2,
    unpriced: 0,
    listed: 1,
    unlisted: 0,
    credits: 0,
  });
  const [[, kept]] = ledger.save().rows as [[string, PricedRow]];
  assert.deepEqual([kept.requests, kept.reported, kept.estimated], [5, 0.5, 2]);
  ledger.drop('k');
  assert.equal(ledger.byModel().size, 0);
  ledger.drop('k');
  assert.equal(ledger.byModel().size, 0);
});

test('what is added later leaves what was given as it was', () => {
  const ledger = new Ledger();
  const given = { ...row(1), mode: 'add' as const };
  ledger.spend('k', given);
  ledger.spend('k', row(2, { mode: 'add' }));
  assert.equal(given.tokens.output, 1);
});

test('whoever follows is told of each request that counts and of each that no longer does', () => {
  const told: string[] = [];
  const ledger = new Ledger(undefined, prices, ({ tokens: { output }, unpriced }, sign) =>
    told.push(`${sign * output} ${unpriced}`),
  );
  ledger.spend('k', row(5));
  ledger.spend('k', row(7));
  ledger.spend('k', { ...row(6), mode: 'max' });
  ledger.spend('k', { ...row(1), mode: 'add' });
  ledger.drop('k');
  assert.deepEqual(told, ['5 1', '-5 1', '7 1', '1 1', '-8 2']);
});

test('the requests of some sub-agents alone', () => {
  const ledger = new Ledger();
  ledger.spend('a', row(1));
  ledger.spend('b', row(2, { lane: 'x' }));
  ledger.spend('c', row(4, { lane: 'y' }));
  ledger.spend('d', row(8, { lane: 'x', model: 'n' }));
  const used = ledger.byModelOf(new Set(['x']));
  assert.deepEqual(
    [...used].map(([model, usage]) => [model, usage.tokens.output, usage.requests]),
    [
      ['m', 2, 1],
      ['n', 8, 1],
    ],
  );
});

test('of too many requests the oldest are forgotten: they count, and what comes again counts once more', () => {
  const ledger = new Ledger(undefined, undefined, undefined, 10);
  for (let at = 0; at < 11; at++) ledger.spend(`k${at}`, row(1));
  assert.equal(ledger.save().rows.length, 11);
  // Spent again, so it is not the oldest any more.
  ledger.spend('k0', row(1));
  ledger.spend('k11', row(1));
  assert.deepEqual(
    ledger.save().rows.map(([key]) => key),
    ['k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k0', 'k11'],
  );
  assert.equal(ledger.byModel().get('m')?.requests, 12);
  ledger.spend('k1', row(1));
  assert.equal(ledger.byModel().get('m')?.requests, 13);
});

test('requests that others may have recorded are told once each time they are other than before', () => {
  const ledger = new Ledger(undefined, prices);
  const asked = (output: number, id?: string) => ({
    model: 'priced',
    tokens: tokens({ output }),
    at: '2026-06-01T09:00:00.000Z',
    ...(id && { id }),
  });
  const told = () =>
    ledger.takeChanged().map(({ id, at, tokens: used, cost }) => [id, at, used.output, cost]);
  ledger.spend('a', asked(5e5, 'one'));
  ledger.spend('b', asked(7));
  assert.deepEqual(told(), [['one', '2026-06-01T09:00:00.000Z', 5e5, 5]]);
  assert.deepEqual(told(), []);
  ledger.spend('a', { ...asked(4, 'one'), mode: 'max' });
  assert.deepEqual(told(), []);
  // It turns out to be another one: of the first nothing is left.
  ledger.spend('a', asked(1e6, 'two'));
  assert.deepEqual(told(), [
    ['one', undefined, 0, 0],
    ['two', '2026-06-01T09:00:00.000Z', 1e6, 10],
  ]);
  ledger.drop('a');
  ledger.drop('b');
  assert.deepEqual(told(), [['two', undefined, 0, 0]]);
});

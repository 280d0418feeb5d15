import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatPrices } from '../testing/flat-prices.ts';
import { costOf } from './cost.ts';
import { tokens } from './tokens.ts';
import { Ledger } from './usage.ts';

const prices = flatPrices({ 'gpt-5': { input: 1.25, output: 10, cache: 0.1 } });

test('recorded cost, unknown models and free ones are told apart', () => {
  const ledger = new Ledger(undefined, prices);
  ledger.spend('a', { model: 'gpt-5', tokens: tokens({ input: 1e6 }), cost: 0.4 });
  ledger.spend('b', { model: 'gpt-5', tokens: tokens({ input: 1e6 }), cost: 0 });
  ledger.spend('c', { model: 'local', tokens: tokens({ input: 1e6 }), cost: 0 });
  ledger.spend('d', { model: 'mystery-9', tokens: tokens({ output: 1 }) });
  ledger.spend('e', { model: 'silent', tokens: tokens({}) });
  ledger.spend('f', { model: 'toString', tokens: tokens({ output: 1 }) });
  const cost = costOf(ledger.byModel());
  assert.deepEqual(
    [cost.reported, cost.estimated, cost.unknownModels],
    [0.4, 1.25, ['mystery-9', 'toString']],
  );
});

test('without prices only what agents recorded counts, and the rest is said to be unknown', () => {
  const ledger = new Ledger();
  ledger.spend('a', { model: 'gpt-5', tokens: tokens({ input: 1e6 }), cost: 0.4 });
  ledger.spend('b', { model: 'gpt-5', tokens: tokens({ input: 1e6 }) });
  assert.deepEqual(costOf(ledger.byModel()), {
    currency: 'USD',
    total: 0.4,
    reported: 0.4,
    estimated: 0,
    unknownModels: ['gpt-5'],
  });
});

test('a ledger counts a request once and survives saving', () => {
  let ledger = new Ledger();
  const row = (output: number) => ({ model: 'm', tokens: tokens({ output }) });
  ledger.spend('k', { ...row(5), mode: 'max' });
  ledger = new Ledger(JSON.parse(JSON.stringify(ledger.save())));
  ledger.spend('k', { ...row(3), mode: 'max' });
  ledger.spend('k', { ...row(9), mode: 'max' });
  ledger.spend('l', row(1));
  ledger.spend('l', row(2));
  ledger.spend('s', { ...row(1), mode: 'add' });
  ledger.spend('s', { ...row(1), mode: 'add' });
  assert.deepEqual([ledger.byModel().get('m')?.tokens.output, ledger.byModel().get('m')?.requests], [13, 4]);
  ledger.drop('k');
  assert.equal(ledger.byModel().get('m')?.tokens.output, 4);
});

test('what was billed stands beside the list price of the same requests, where all of them have one', () => {
  const ledger = new Ledger(undefined, prices);
  ledger.spend('a', { model: 'gpt-5', tokens: tokens({ input: 1e6 }), cost: 0.4, credits: 40 });
  ledger.spend('b', { model: 'gpt-5', tokens: tokens({ input: 2e6 }) });
  const { reported, listed, estimated, credits } = costOf(ledger.byModel());
  assert.deepEqual([reported, listed, estimated, credits], [0.4, 1.25, 2.5, 40]);
  ledger.spend('c', { model: 'mystery-9', tokens: tokens({ input: 1 }), cost: 0.1 });
  assert.deepEqual(costOf(ledger.byModel()).listed, undefined);
  assert.deepEqual(costOf(ledger.byModel()).unknownModels, []);
  ledger.drop('c');
  ledger.drop('a');
  const rest = costOf(ledger.byModel());
  assert.deepEqual([rest.listed, rest.credits], [undefined, undefined]);
});

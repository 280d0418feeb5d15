import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Heads } from './head.ts';

const head = (last: number) => ({ last, next: 1, ended: undefined });

it('known heads are bounded: the one used longest ago is forgotten, and is read from the bus again', () => {
  const heads = new Heads();
  for (let number = 0; number < 20_000; number++) heads.set(`ses_${number}`, head(number));
  heads.set('ses_0', head(7));
  heads.set('ses_new', head(8));
  assert.equal(heads.get('ses_0')?.last, 7);
  assert.equal(heads.get('ses_new')?.last, 8);
  assert.equal(heads.get('ses_1'), undefined);
  assert.equal(heads.get('ses_2')?.last, 2);
});

it('the work of one session waits for its turn, also after work that failed', async () => {
  const heads = new Heads();
  const order: string[] = [];
  const first = heads.inTurn('ses_1', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('first');
    throw new Error('failed');
  });
  const second = heads.inTurn('ses_1', async () => order.push('second'));
  const other = heads.inTurn('ses_2', async () => order.push('other'));
  await assert.rejects(first, /failed/);
  await Promise.all([second, other]);
  assert.deepEqual(order, ['other', 'first', 'second']);
});

it('work that comes when the first is done still waits for what came in between', async () => {
  const heads = new Heads();
  const order: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = heads.inTurn('ses_1', () => first.promise);
  const two = heads.inTurn('ses_1', async () => {
    await second.promise;
    order.push('second');
  });
  first.resolve();
  await one;
  const three = heads.inTurn('ses_1', async () => order.push('third'));
  second.resolve();
  await Promise.all([two, three]);
  assert.deepEqual(order, ['second', 'third']);
});

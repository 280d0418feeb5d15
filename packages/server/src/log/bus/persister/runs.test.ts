import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { persisting } from '../../../../testing/log/persisting.ts';
import { turns, until } from '../../../../testing/log/until.ts';
import type { BusEntry } from '../behind.ts';

/** A process that has just read 64 of its own messages from the bus. */
async function alone(t: TestContext) {
  const writing = persisting(t);
  const { own, runs, reading } = writing;
  const publish = (sequence: number) =>
    own.add(sequence, {
      ...{ kind: 'batch', organizationId: 'org', sessionId: 'own', at: 1, first: sequence, count: 1 },
      ...{ keyHash: '', fingerprint: '', encoding: 0, claim: '', body: new Uint8Array(1), status: '' },
      endedAt: 0,
    } as BusEntry);
  const messages = await reading();
  for (let seq = 1; seq <= 64; seq++) {
    publish(seq);
    messages.deliver(seq, 'own');
  }
  await until('what was read', () => runs.at(-1)?.to === 64);
  await until('the end of reading', () => messages.isStopped);
  const written = () => runs.map(({ from, to, entries }) => [from, to, entries.length]);
  return { ...writing, publish, written, known: runs.length };
}

describe('runs of the bus', () => {
  it('are taken from what this process published, once 64 messages in a row were its own', async (t) => {
    const { publish, runs, written, known, readings, told } = await alone(t);
    publish(65);
    await until('the first', () => runs.length === known + 1);
    publish(66);
    publish(67);
    await until('the next', () => runs.at(-1)?.to === 67);
    assert.deepEqual(written().slice(known), [
      [64, 65, 1],
      [65, 67, 2],
    ]);
    assert.deepEqual(
      runs.at(-1)?.entries.map(({ first }) => first),
      [66, 67],
    );
    assert.deepEqual(told.at(-1), ['org own']);
    assert.equal(readings.length, 1);
  });

  it('come from the bus again, after the last one written, when a message of another process is between', async (t) => {
    const { publish, runs, written, known, reading } = await alone(t);
    publish(65);
    publish(67);
    const again = await reading(2);
    assert.equal(again.from, 65);
    for (const seq of [66, 67]) again.deliver(seq, seq === 66 ? 'other' : 'own');
    await until('both', () => runs.at(-1)?.to === 67);
    assert.deepEqual(written().slice(known), [
      [64, 65, 1],
      [65, 67, 2],
    ]);
    assert.deepEqual(
      runs.at(-1)?.entries.map(({ sessionId }) => sessionId),
      ['other', 'own'],
    );
  });

  it('come from the bus again when nothing is published for 100 ms', async (t) => {
    const { reading, runs } = await alone(t);
    const begun = performance.now();
    const again = await reading(2);
    // It is 100 ms; the rest is for a busy machine.
    assert.ok(performance.now() - begun < 5000);
    again.deliver(65, 'other');
    await until('it', () => runs.at(-1)?.to === 65);
  });

  it('stay with the bus while others publish too', async (t) => {
    const { own, runs, reading, readings } = persisting(t);
    const messages = await reading();
    for (let seq = 1; seq <= 500; seq++) {
      if (seq % 50 !== 0) own.add(seq, { body: new Uint8Array(1) } as BusEntry);
      messages.deliver(seq, 'a');
      if (seq % 25 === 0) await until('them', () => runs.at(-1)?.to === seq);
    }
    assert.deepEqual([messages.isStopped, readings.length], [false, 1]);
  });

  it('begin anew with the bus after a fault, and nothing is written twice or left out', async (t) => {
    const { at, publish, runs, known, reading } = await alone(t);
    at.misfits = undefined;
    at.turns = [64];
    publish(65);
    const again = await reading(2);
    assert.equal(again.from, 64);
    at.misfits = 0;
    again.deliver(65, 'own');
    publish(66);
    again.deliver(66, 'own');
    await until('both', () => runs.at(-1)?.to === 66);
    const refused = known + 1;
    assert.deepEqual(
      runs.slice(refused).flatMap(({ entries }) => entries.map(({ first }) => first)),
      [65, 66],
    );
  });

  for (const reason of ['the bus was away', 'the turn is lost'])
    it(`end when ${reason}: what is published then is read from the bus`, async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      const { at, reconnect, publish, reading, runs, known } = await alone(t);
      at.turns = reason === 'the turn is lost' ? [undefined, 64] : [64];
      if (reason === 'the turn is lost') t.mock.timers.tick(1000);
      else reconnect();
      await nextTurn();
      publish(65);
      const again = await reading(2);
      assert.deepEqual([again.from, runs.length], [64, known]);
      again.deliver(65, 'own');
      await until('it', () => runs.at(-1)?.to === 65);
    });

  it('end when the persister stops, and what comes then is not written', async (t) => {
    const { persister, publish, runs, known, readings } = await alone(t);
    await persister.stop();
    publish(65);
    await turns(10);
    assert.deepEqual([runs.length, readings.length], [known, 1]);
  });
});

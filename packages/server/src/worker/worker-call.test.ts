import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebriefError } from '@debrief/contract';
import { knownWrites } from './known-writes.ts';
import { WorkerCall } from './worker-call.ts';
import type { WorkerCallOptions } from './worker-call-options.ts';

type Question = string | { size: number };

/** A thread that echoes, throws, hangs, dies or says something by itself, as it is told. */
const source = (how: 'answerQuestions' | 'answerTogether') => `
  import { ${how}, note } from '${new URL('./worker-answer.ts', import.meta.url)}';
  import { DebriefError } from '${import.meta.resolve('@debrief/contract')}';
  const one = (question) => {
    if (question === 'throw') throw new Error('thrown');
    if (question === 'refuse') throw new DebriefError('service_unavailable', 'refused', { retryAfter: 7 });
    if (question === 'die') process.exit(1);
    if (question === 'note') note('noted');
    if (question === 'later') return new Promise((resolve) => setTimeout(resolve, 300, 'late'));
    if (question === 'hang') for (;;);
    if (question === 'never') return new Promise(() => {});
    return question;
  };
  ${
    how === 'answerQuestions'
      ? 'answerQuestions(one, { stop: () => note("closed") });'
      : 'answerTogether((questions) => questions.map((question) => one(question) + " of " + questions.length));'
  }`;

function call(given: Partial<WorkerCallOptions> = {}, how: Parameters<typeof source>[0] = 'answerQuestions') {
  const notes: unknown[] = [];
  const deaths: unknown[] = [];
  const worker = new WorkerCall<Question, unknown>({
    thread: new URL(`data:text/javascript,${encodeURIComponent(source(how))}`),
    max: {},
    full: () => new Error('full'),
    lost: (cause) => new Error(`lost: ${cause}`),
    holdsProcess: true,
    onNote: (note) => notes.push(note),
    onDeath: (cause) => deaths.push(cause),
    ...given,
  });
  return { worker, notes, deaths };
}

/** Until it answers: a busy machine may take longer to start a thread than a test's deadline. */
async function untilUp(worker: WorkerCall<Question, unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    if ((await worker.ask('up').catch(() => undefined)) === 'up') return;
    assert.ok(tries < 50);
  }
}

it('what a thread answers counts as a write before whoever asked hears it', async () => {
  const { worker } = call();
  await worker.ask('a');
  const before = knownWrites.count;
  const after = await worker.ask('b').then(() => knownWrites.count);
  assert.ok(after > before);
  await worker.finish();
});

it('gives each question its own answer, and each error as what it was', async () => {
  const { worker, notes } = call();
  const asked = ['a', 'later', 'throw', 'b', 'note'].map((question) => worker.ask(question));
  const [a, later, thrown, b] = await Promise.allSettled(asked);
  assert.deepEqual(
    [a, later, b].map((one) => one?.status === 'fulfilled' && one.value),
    ['a', 'late', 'b'],
  );
  assert.match(String(thrown?.status === 'rejected' && thrown.reason), /thrown/);
  await assert.rejects(worker.ask('refuse'), (error) => {
    assert.ok(error instanceof DebriefError);
    assert.deepEqual([error.code, error.message, error.retryAfter], ['service_unavailable', 'refused', 7]);
    return true;
  });
  await worker.finish();
  assert.deepEqual(notes, ['noted', 'closed']);
});

it('what is asked in one turn, or while the thread has enough in hand, travels together', async () => {
  const { worker } = call({ messagesAhead: 1 }, 'answerTogether');
  const first = Promise.all(['a', 'b'].map((question) => worker.ask(question)));
  await new Promise(setImmediate);
  const waiting: Promise<unknown>[] = [];
  for (const question of ['c', 'd', 'e']) {
    waiting.push(worker.ask(question));
    await new Promise(setImmediate);
  }
  assert.deepEqual(await first, ['a of 2', 'b of 2']);
  assert.deepEqual(await Promise.all(waiting), ['c of 3', 'd of 3', 'e of 3']);
  await worker.finish();
});

it('an idle thread gets half of what waits, and the rest at once behind it', async () => {
  const { worker } = call({ messagesAhead: 2 }, 'answerTogether');
  const ask = (questions: string[]) => Promise.all(questions.map((question) => worker.ask(question)));
  assert.deepEqual(await ask(['a', 'b', 'c', 'd', 'e']), ['a of 3', 'b of 3', 'c of 3', 'd of 2', 'e of 2']);
  assert.deepEqual(await ask(['a']), ['a of 1']);
  await worker.finish();
});

it('a few do not take the place of another message while many are in hand', async () => {
  const { worker } = call({ messagesAhead: 3 }, 'answerTogether');
  const first = Promise.all(['a', 'b', 'c', 'd'].map((question) => worker.ask(question)));
  const later: Promise<unknown>[] = [];
  // The thread is still starting, so it has the first four in hand.
  for (const question of ['e', 'f', 'g']) {
    await new Promise(setImmediate);
    later.push(worker.ask(question));
  }
  assert.deepEqual(await first, ['a of 2', 'b of 2', 'c of 2', 'd of 2']);
  assert.deepEqual(await Promise.all(later), ['e of 3', 'f of 3', 'g of 3']);
  await worker.finish();
});

it('a message is not filled past its bounds', async () => {
  const { worker } = call({ message: { bytes: 10, questions: 3 } }, 'answerTogether');
  const small = await Promise.all(['a', 'b', 'c', 'd'].map((question) => worker.ask(question)));
  assert.deepEqual(small, ['a of 3', 'b of 3', 'c of 3', 'd of 1']);
  const large = await Promise.all(['a', 'b', 'c'].map((question) => worker.ask(question, { bytes: 6 })));
  assert.deepEqual(large, ['a of 2', 'b of 2', 'c of 1']);
  await worker.finish();
});

it('refuses what there is no room for, and has room again for what was answered', async () => {
  const { worker } = call({ max: { bytes: 10, questions: 3 } });
  const heavy = worker.ask('a', { bytes: 10 });
  await assert.rejects(worker.ask('b', { bytes: 1 }), /full/);
  assert.equal(await heavy, 'a');
  const three = ['a', 'b', 'c'].map((question) => worker.ask(question));
  await assert.rejects(worker.ask('d'), /full/);
  await Promise.all(three);
  assert.equal(await worker.ask('e', { bytes: 10 }), 'e');
  await worker.finish();
});

it('refuses what a dying thread had in hand, sends the rest to another one and gives back the room', async () => {
  const { worker, deaths } = call({ messagesAhead: 1, max: { bytes: 10 } });
  const dying = worker.ask('die', { bytes: 5 });
  await new Promise(setImmediate);
  const next = worker.ask('next', { bytes: 5 });
  await assert.rejects(dying, /lost/);
  assert.equal(await next, 'next');
  assert.equal(deaths.length, 1);
  assert.equal(await worker.ask('all', { bytes: 10 }), 'all');
  await worker.finish();
});

it('a thread that is to run always is started again, without being asked', async () => {
  let alive = 0;
  const thread = `import { note } from '${new URL('./worker-answer.ts', import.meta.url)}'; note('up'); setTimeout(() => process.exit(), 50);`;
  const { worker } = call({
    thread: new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
    restarts: true,
    onNote: () => alive++,
  });
  worker.start();
  for (let tries = 0; alive < 2 && tries < 200; tries++) await sleep(50);
  assert.ok(alive >= 2);
  await worker.stop();
});

it('refuses what takes too long; what is in hand keeps its place, what waits gives it up', async () => {
  const { worker } = call({
    messagesAhead: 1,
    max: { bytes: 10 },
    deadline: { milliseconds: 200, endsThread: false },
  });
  await untilUp(worker);
  const never = worker.ask('never', { bytes: 5 });
  await new Promise(setImmediate);
  const behind = worker.ask('behind', { bytes: 5 });
  await assert.rejects(never, /too slow/);
  await assert.rejects(behind, /too slow/);
  assert.ok(worker.silence() >= 190);
  await assert.rejects(worker.ask('x', { bytes: 6 }), /full/);
  await assert.rejects(worker.ask('x', { bytes: 5 }), /too slow/);
  await worker.stop();
});

it('ends a thread that hangs where that is wanted, and another one takes over', async () => {
  const { worker } = call({ deadline: { milliseconds: 1500, endsThread: true } });
  await untilUp(worker);
  await assert.rejects(worker.ask('hang'), /lost/);
  await untilUp(worker);
  await worker.stop();
});

it('stopped, it refuses what waits and whatever comes after', async () => {
  const { worker } = call({ messagesAhead: 1 });
  const refused = [worker.ask('never')];
  await new Promise(setImmediate);
  refused.push(worker.ask('waits'));
  const outcomes = Promise.allSettled(refused);
  await worker.stop();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await assert.rejects(worker.ask('later'), /lost/);
});

import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import { Executor, type ExecutorOptions, OverBudget, watched } from './executor.ts';

/** A thread that sleeps, hangs, eats memory, dies or answers, as it is told. */
const source = `
  import { answerQuestions } from '${new URL('./worker-answer.ts', import.meta.url)}';
  import { DebriefError } from '${import.meta.resolve('@debrief/contract/error')}';
  answerQuestions(async (question) => {
    if (question === 'hang') for (;;);
    if (question === 'eat') { const all = []; for (;;) all.push({ all: [all.length] }); }
    if (question === 'die') process.exit(1);
    if (question === 'refuse') throw new DebriefError('invalid_json', 'No.');
    if (typeof question === 'number') await new Promise((resolve) => setTimeout(resolve, question));
    return question;
  });`;

const executors: Executor[] = [];
after(() => Promise.all(executors.map((one) => one.stop())));

function anExecutor(options: Partial<ExecutorOptions> = {}) {
  const seen = { waits: [] as number[], refused: 0, ended: [] as string[] };
  const executor = new Executor({
    thread: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    threads: 2,
    ...options,
  });
  executor.observer = {
    waited: (seconds) => seen.waits.push(seconds),
    refused: () => seen.refused++,
    ended: (budget) => seen.ended.push(budget),
  };
  executors.push(executor);
  return { executor, seen };
}

const who = (organizationId: string, person = 'p') => ({ organizationId, person });
const refused = (code: string) => (error: unknown) =>
  error instanceof DebriefError &&
  error.code === code &&
  (error.retryAfter ?? 0) > 0 &&
  !(error instanceof OverBudget);

it('answers, and hands on what a task refuses', async () => {
  const { executor, seen } = anExecutor();
  assert.equal(await executor.run(who('a'), 'x'), 'x');
  await assert.rejects(executor.run(who('a'), 'refuse'), { code: 'invalid_json', message: 'No.' });
  assert.deepEqual([seen.waits.length, seen.refused, seen.ended], [2, 0, []]);
  assert.deepEqual([executor.waiting, executor.running], [0, 0]);
});

it('one organization never has all threads, and others have their turn before its next task', async () => {
  const { executor } = anExecutor();
  await Promise.all([executor.run(who('a'), 1), executor.run(who('b'), 1)]);
  const order: string[] = [];
  const run = (organization: string, name: string, milliseconds: number) =>
    executor.run(who(organization), milliseconds).then(() => order.push(name));
  const all = [run('a', 'a1', 150), run('a', 'a2', 150), run('a', 'a3', 150)];
  assert.deepEqual([executor.running, executor.waiting], [1, 2]);
  all.push(run('b', 'b1', 10), run('c', 'c1', 10));
  assert.equal(executor.running, 2);
  await Promise.all(all);
  assert.deepEqual(order, ['b1', 'c1', 'a1', 'a2', 'a3']);
});

it('a task past its time is ended, its thread replaced, and who waited behind it is served', async () => {
  const { executor, seen } = anExecutor();
  const hung = executor.run(who('a'), 'hang', { milliseconds: 200 });
  const next = executor.run(who('a'), 'next');
  await assert.rejects(
    hung,
    (error) => error instanceof OverBudget && error.budget === 'time' && error.status === 503,
  );
  assert.equal(await next, 'next');
  assert.deepEqual(seen.ended, ['time']);
});

it('a task that gets no CPU is not past its time: the machine is busy, and one is asked to try again', async () => {
  const { executor, seen } = anExecutor({ byClock: 4000 });
  assert.equal(await executor.run(who('a'), 500, { milliseconds: 200 }), 500);
  await assert.rejects(executor.run(who('a'), 60_000), refused('service_unavailable'));
  assert.equal(await executor.run(who('a'), 'x'), 'x');
  assert.deepEqual(seen.ended, []);
});

it('so is one past its memory; a thread that dies of something else is busy, not over its budget', async () => {
  const { executor, seen } = anExecutor({ megabytes: 32 });
  await assert.rejects(
    executor.run(who('a'), 'eat'),
    (error) => error instanceof OverBudget && error.budget === 'memory',
  );
  await assert.rejects(executor.run(who('a'), 'die'), refused('service_unavailable'));
  assert.equal(await executor.run(who('a'), 'x'), 'x');
  assert.deepEqual(seen.ended, ['memory']);
});

it('past its share an organization gets 429, and past the room of all everybody 503; others go on', async () => {
  const limits = { ofOnePerson: 2, ofOneOrganization: 3, bytes: 100, bytesOfAll: 120 };
  const { executor, seen } = anExecutor({ limits });
  const running = executor.run(who('a'), 300);
  const waiting = [executor.run(who('a'), 1), executor.run(who('a'), 1)];
  await assert.rejects(executor.run(who('a'), 1), refused('rate_limited'));
  waiting.push(executor.run(who('a', 'q'), 1, { bytes: 90 }));
  await assert.rejects(executor.run(who('a', 'r'), 1), refused('rate_limited'));
  const other = executor.run(who('b'), 300);
  await assert.rejects(executor.run(who('b', 'q'), 1, { bytes: 31 }), refused('service_unavailable'));
  assert.equal(seen.refused, 3);
  await Promise.all([running, other, ...waiting]);
});

it('who waits too long is told: 429 where others of the organization are being served, else 503', async () => {
  const { executor } = anExecutor({ patience: 300 });
  await executor.run(who('a'), 1);
  const hung = [
    executor.run(who('a'), 'hang', { milliseconds: 1000 }),
    executor.run(who('b'), 'hang', { milliseconds: 1000 }),
  ];
  const late = executor.run(who('c'), 1);
  await assert.rejects(late, refused('service_unavailable'));
  await Promise.allSettled(hung);
  const served = [400, 400, 400, 400].map((ms) => executor.run(who('d'), ms));
  const outcomes = await Promise.allSettled(served);
  assert.equal(outcomes[0]?.status, 'fulfilled');
  assert.ok(
    outcomes.some((one) => one.status === 'rejected' && refused('rate_limited')(one.reason)),
    JSON.stringify(outcomes),
  );
});

it('what waits or runs when it is stopped is refused, and so is what comes later', async () => {
  const { executor } = anExecutor();
  const all = [executor.run(who('a'), 'hang'), executor.run(who('a'), 1)];
  const settled = Promise.allSettled(all);
  await executor.stop();
  for (const one of await settled)
    assert.ok(one.status === 'rejected' && refused('service_unavailable')(one.reason));
  await assert.rejects(executor.run(who('a'), 1), refused('service_unavailable'));
});

it('a task that answers while its time is being asked for does not end the thread of the next one', async () => {
  for (const answersFirst of [true, false]) {
    let asked = 0;
    let ended = 0;
    const { promise: taken, resolve: tell } = Promise.withResolvers<number>();
    const watch = watched(
      {
        // Nothing was taken when it began; what was taken since is told later.
        cpuTime: () => (asked++ === 0 ? Promise.resolve(0) : taken),
        endThread: async () => void ended++,
      },
      20,
    );
    while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    if (answersFirst) watch.end();
    tell(1000);
    await new Promise((resolve) => setImmediate(resolve));
    watch.end();
    assert.deepEqual([watch.isOver, ended], answersFirst ? [false, 0] : [true, 1]);
  }
});

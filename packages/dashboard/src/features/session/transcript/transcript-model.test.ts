import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeSession, reply } from '../../../testing/fake-session.ts';
import { chunkSize } from './kept-entries.ts';
import { TranscriptModel } from './transcript-model.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('the first screen is a window, the skeleton and the outline', async () => {
  const { source, asked } = fakeSession(1_000);
  const model = new TranscriptModel(source);
  await model.start(undefined, 1_000);
  assert.deepEqual(asked.sort(), ['skeleton 0', `window 0+${chunkSize}`]);
  assert.equal(model.lane(0)?.length, 1_000);
  assert.equal(model.entry(0, 0)?.id, '1.1');
  assert.equal(model.entry(0, 900), undefined);
});

test('a deep link asks for the window around its event only', async () => {
  const { source, asked } = fakeSession(1_000);
  const model = new TranscriptModel(source);
  assert.deepEqual(await model.start(870, 1_000), { lane: 0, index: 869 });
  assert.ok(asked.includes('at 870'));
  assert.equal(model.entry(0, 869)?.id, '870.1');
});

test('a very long session is drawn before its skeleton is there', async () => {
  const { source, asked } = fakeSession(1_000);
  const model = new TranscriptModel(source);
  await model.start(undefined, 1_000_000);
  assert.equal(model.isReady, true);
  assert.equal(model.lane(0)?.length, 1_000);
  await settled();
  assert.ok(asked.includes('skeleton 0'));
});

test('what is on screen is asked for once, in chunks; a window cut short is completed', async () => {
  const { source, asked } = fakeSession(1_000, 20);
  const model = new TranscriptModel(source);
  await model.start(undefined, 1_000);
  asked.length = 0;
  const screen = Array.from({ length: 30 }, (_, at) => ({ lane: 0, index: 500 + at }));
  model.want(screen);
  model.want(screen);
  await settled();
  assert.deepEqual(asked, ['window 500+50']);
  model.want(screen);
  await settled();
  assert.deepEqual(asked, ['window 500+50', 'window 520+30']);
  assert.equal(model.entry(0, 529)?.id, '530.1');
});

test('jumping about keeps a bounded number of entries', async () => {
  const { source } = fakeSession(100_000);
  const model = new TranscriptModel(source);
  await model.start(undefined, 100_000);
  for (let jump = 0; jump < 200; jump++) {
    model.want([{ lane: 0, index: jump * 450 }]);
    await settled();
  }
  let kept = 0;
  for (let index = 0; index < 100_000; index++) if (model.entry(0, index)) kept++;
  assert.ok(kept <= 80 * chunkSize, `${kept} entries are kept`);
  assert.ok(model.entry(0, 199 * 450), 'the last one is there');
});

test('entries of the stream are shown, changed ones in place', async () => {
  const { source } = fakeSession(10);
  const model = new TranscriptModel(source);
  await model.start(undefined, 10);
  const { shape } = model;
  model.apply(
    [
      { lane: 0, index: 9, entry: Object.assign(reply(9), { text: 'changed' }) },
      { lane: 0, index: 10, entry: reply(10) },
    ],
    11,
  );
  assert.deepEqual([model.reading?.foldedTo, model.reading?.state], [11, 'current']);
  assert.equal(model.lane(0)?.length, 11);
  assert.equal((model.entry(0, 9) as { text?: string }).text, 'changed');
  assert.equal(model.entry(0, 10)?.id, '11.1');
  assert.ok(model.shape > shape);
});

test('one entry is loaded whole and stays so until it changes', async () => {
  const { source } = fakeSession(10);
  const model = new TranscriptModel(source);
  await model.start(undefined, 10);
  await model.loadWhole('3.1');
  assert.equal((model.entry(0, 2) as { text?: string }).text, 'whole');
  model.apply([{ lane: 0, index: 2, entry: reply(2) }], 10);
  assert.equal((model.entry(0, 2) as { text?: string }).text, 'text 2');
});

test('more changes than the stream tells: everything known is read anew', async () => {
  const { source } = fakeSession(10);
  const model = new TranscriptModel(source);
  await model.start(undefined, 10);
  model.apply([{ lane: 0, index: 2, entry: Object.assign(reply(2), { text: 'stale' }) }], 10);
  await model.reload();
  assert.equal(model.entry(0, 2), undefined, 'forgotten, and asked for when it is on screen');
  model.want([{ lane: 0, index: 2 }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((model.entry(0, 2) as { text?: string }).text, 'text 2');
});

for (const { events, waitsForSkeleton } of [
  { events: 500, waitsForSkeleton: true },
  { events: 300_000, waitsForSkeleton: false },
]) {
  test(`a first screen that came early is there at once, of ${events} events`, async () => {
    const { source, asked } = fakeSession(500);
    const window = await source.window({ at: 400, limit: chunkSize });
    const outline = await source.outline(0, 200);
    const skeleton = await source.skeleton(0, 0);
    asked.length = 0;
    const model = new TranscriptModel({
      ...source,
      firstScreen(at, needsSkeleton) {
        assert.deepEqual([at, needsSkeleton], [400, waitsForSkeleton]);
        return { window, outline, skeleton: needsSkeleton ? skeleton : undefined };
      },
    });
    assert.deepEqual(model.startAtOnce(400, events), { place: { lane: 0, index: 399 } });
    assert.equal(model.isReady, true);
    assert.equal(model.entry(0, 399)?.id, '400.1');
    assert.equal(model.lane(0)?.length, 500);
    assert.equal(model.lane(0)?.sequences[0], waitsForSkeleton ? 1 : 0);
    // That of a large session comes after the first screen.
    assert.deepEqual(asked, waitsForSkeleton ? [] : ['skeleton 0']);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(model.lane(0)?.sequences[0], 1);
  });
}

test('a first screen that has not come is waited for', () => {
  const { source } = fakeSession(500);
  const model = new TranscriptModel({ ...source, firstScreen: () => undefined });
  assert.equal(model.startAtOnce(undefined, 500), undefined);
  assert.equal(model.isReady, false);
  assert.equal(new TranscriptModel(source).startAtOnce(undefined, 500), undefined);
});

const none = { state: 'behind' as const, foldedTo: 0, eventCount: 10, total: 0 };

test('a first screen whose parts are older than its window asks for them again', async () => {
  const { source, asked } = fakeSession(10);
  let outlines = 0;
  const model = new TranscriptModel({
    ...source,
    // Both were answered before the server had folded the session, the window after it.
    async skeleton(lane, from) {
      const answer = await source.skeleton(lane, from);
      return asked.filter((one) => one === 'skeleton 0').length > 1
        ? answer
        : { ...answer, ...none, parts: [] };
    },
    async outline(from, limit) {
      const answer = await source.outline(from, limit);
      return outlines++ > 0 ? { ...answer, totalTurns: 3 } : { ...answer, ...none };
    },
  });
  await model.start(undefined, 10);
  assert.equal(model.lane(0)?.length, 10);
  assert.equal(model.totalTurns, 3);
  assert.equal(model.reading?.state, 'current');
});

test('a first screen that came early with older parts is not drawn; all of it is asked for', async () => {
  const { source } = fakeSession(10);
  const window = await source.window({ from: 0, limit: chunkSize });
  const outline = await source.outline(0, 200);
  const skeleton = await source.skeleton(0, 0);
  for (const came of [
    { window, outline, skeleton: { ...skeleton, ...none, parts: [] } },
    { window, outline: { ...outline, ...none }, skeleton },
  ]) {
    const model = new TranscriptModel({ ...source, firstScreen: () => came });
    assert.equal(model.startAtOnce(undefined, 10), undefined);
    assert.equal(model.isReady, false);
    await model.start(undefined, 10);
    assert.deepEqual([model.lane(0)?.length, model.reading?.state], [10, 'current']);
  }
});

test('as long as one part is behind, the session is asked for again', async () => {
  const { source } = fakeSession(10);
  let isBehind = true;
  const model = new TranscriptModel({
    ...source,
    async window(query) {
      const answer = await source.window(query);
      return isBehind ? { ...answer, ...none, entries: [] } : answer;
    },
  });
  await model.start(undefined, 10);
  assert.equal(model.reading?.state, 'behind');
  await model.refresh();
  assert.equal(model.reading?.state, 'behind', 'the skeleton was current, the window was not');
  isBehind = false;
  await model.refresh();
  assert.equal(model.reading?.state, 'current');
  assert.equal(model.entry(0, 9)?.id, '10.1');
});

test('entries that were asked for alone do not make the whole current', async () => {
  const { source } = fakeSession(200);
  let isBehind = true;
  const model = new TranscriptModel({
    ...source,
    async window(query) {
      const answer = await source.window(query);
      return isBehind ? { ...answer, state: 'behind' as const, foldedTo: 100 } : answer;
    },
  });
  await model.start(undefined, 200);
  isBehind = false;
  model.want([{ lane: 0, index: 150 }]);
  await settled();
  await model.locate(170);
  await model.loadSkeleton(0);
  assert.ok(model.entry(0, 150));
  assert.deepEqual([model.reading?.state, model.reading?.foldedTo], ['behind', 100]);
  await model.refresh();
  assert.deepEqual([model.reading?.state, model.reading?.foldedTo], ['current', 200]);
});

test('an answer that was under way does not undo what the stream brought meanwhile', async () => {
  const { source } = fakeSession(10);
  let answer = () => {};
  const model = new TranscriptModel({
    ...source,
    async skeleton(lane, from) {
      const old = await source.skeleton(lane, from);
      await new Promise<void>((resolve) => {
        answer = resolve;
        if (!model.isReady) resolve();
      });
      return old;
    },
  });
  await model.start(undefined, 10);
  for (const ask of [() => model.loadSkeleton(0), () => model.refresh()]) {
    const asked = ask();
    await settled();
    model.apply(
      [
        { lane: 0, index: 9, entry: Object.assign(reply(9), { text: 'changed', kind: 'thinking' }) },
        { lane: 0, index: 10, entry: reply(10) },
      ],
      11,
    );
    answer();
    await asked;
    assert.equal(model.lane(0)?.length, 11);
    assert.equal(model.entry(0, 10)?.id, '11.1');
    assert.equal((model.entry(0, 9) as { text?: string }).text, 'changed');
    assert.equal(String.fromCharCode(model.lane(0)?.kinds[9] ?? 0), 't');
  }
});

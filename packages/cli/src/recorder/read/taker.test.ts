import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { limits } from '@debrief/contract';
import { Capturing, payloadsOf } from '../../testing/capturing.ts';
import { newSession } from '../spool/session.ts';
import { Hold } from './hold.ts';
import { type Cleaned, noRedaction, type Redaction, WITHHELD } from './redact.ts';

const day = Date.UTC(2026, 0, 1);

describe('what a batch says of its session', () => {
  let capturing: Capturing;
  beforeEach(() => {
    capturing = new Capturing();
  });
  afterEach(() => capturing.remove());
  /** The steps of the batches that these records make. */
  const stepsOf = async (records: object[], given = {}) => {
    capturing.write(...records);
    return (await capturing.read(given)).map(({ head }) => head.step);
  };
  const openingOf = async (records: object[], given = {}) => {
    capturing.session = newSession(capturing.id, 'codex', 's');
    capturing.write(...records);
    const [batch] = await capturing.read(given);
    return batch?.head.opening;
  };

  it('is what its records say: folder, branch, version, times', async () => {
    const before = Date.now();
    const [step] = await stepsOf([
      { cwd: '/a', gitBranch: 'main', version: '1' },
      { at: day, cwd: '/b' },
      { at: day - 5, version: '2' },
    ]);
    const { places: _, firstReadAt = 0, ...rest } = step ?? {};
    assert.deepEqual(rest, {
      events: 3,
      leg: 1,
      lastChangeAt: day,
      cwd: '/b',
      gitBranch: 'main',
      version: '2',
      lastRecordAt: day - 5,
      startedAt: day,
    });
    assert.ok(firstReadAt >= before && firstReadAt <= Date.now());
  });

  it('never goes back in time, and leaves the first folder and the beginning as they are', async () => {
    await stepsOf([{ cwd: '/a', at: day }]);
    const [step] = await stepsOf(
      [
        { cwd: '/a', at: day },
        { cwd: '/b', at: day - 1000 },
      ],
      { modifiedAt: day - 1000 },
    );
    const { places: _, ...rest } = step ?? {};
    assert.deepEqual(rest, { events: 1, leg: 1, lastChangeAt: day, lastRecordAt: day });
    const later = await stepsOf([{ cwd: '/a', at: day }, { cwd: '/b', at: day - 1000 }, { at: day + 7 }], {
      modifiedAt: day + 5.4,
    });
    assert.deepEqual([later[0]?.lastChangeAt, later[0]?.lastRecordAt], [day + 5, day + 7]);
  });

  it('counts the records at its end that state no time', async () => {
    assert.equal((await stepsOf([{ at: day }, { n: 1 }, { n: 2 }]))[0]?.trailing, 2);
    assert.equal((await stepsOf([{ at: day }, { n: 1 }, { n: 2 }, { n: 3 }]))[0]?.trailing, 3);
    assert.equal((await stepsOf([{ at: day }, { n: 1 }, { n: 2 }, { n: 3 }, { at: day }]))[0]?.trailing, 0);
    assert.equal(
      (await stepsOf([{ at: day }, { n: 1 }, { n: 2 }, { n: 3 }, { at: day }, { at: day }]))[0]?.trailing,
      undefined,
    );
  });

  it('tells the end that the agent named, unless a record follows it', async () => {
    assert.equal((await stepsOf([{ n: 1 }, { ended: true }]))[0]?.endedAt, day);
    assert.equal(
      (await stepsOf([{ n: 1 }, { ended: true }, { ended: true, at: day + 1 }]))[0]?.endedAt,
      day + 1,
    );
    const all = [{ n: 1 }, { ended: true }, { ended: true, at: day + 1 }];
    assert.equal((await stepsOf([...all, { ended: true }, { n: 2 }]))[0]?.endedAt, undefined);
  });

  it('begins another leg after the session was closed, with an opening of its own', async () => {
    capturing.write({ at: day });
    const [first] = await capturing.read();
    assert.ok(first?.head.opening);
    capturing.write({ at: day }, { n: 1 });
    const [same] = await capturing.read();
    assert.deepEqual([same?.head.opening, same?.head.step.leg], [undefined, 1]);
    capturing.session.closed = true;
    capturing.write({ at: day }, { n: 1 }, { at: day + 60_000 });
    const [next] = await capturing.read();
    assert.equal(next?.head.step.leg, 2);
    assert.equal(next?.head.opening?.startedAt, new Date(day + 60_000).toISOString());
    assert.equal(next?.head.step.startedAt, undefined, 'the agent session began earlier');
    assert.equal(next?.head.step.firstReadAt, undefined);
  });

  it('opens with the time of its first record, else of its file, if it can be true', async () => {
    assert.deepEqual(await openingOf([{ n: 1 }, { at: day + 1 }]), {
      startedAt: new Date(day + 1).toISOString(),
      startedAtSource: 'record',
    });
    assert.deepEqual(await openingOf([{ n: 1 }]), {
      startedAt: new Date(day).toISOString(),
      startedAtSource: 'file',
    });
    assert.deepEqual(await openingOf([{ at: Date.UTC(2000, 0, 1) }]), {});
    assert.equal((await openingOf([{ at: Date.UTC(2000, 0, 1) + 1 }]))?.startedAtSource, 'record');
    assert.deepEqual(await openingOf([{ at: Date.now() + 60_000 }]), {});
  });

  it('opens with the root of the repository and its branch, or the folder', async () => {
    const root = join(capturing.folder, 'app');
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/side\n');
    const fresh = { modifiedAt: Date.now() };
    const inside = { cwd: join(root, 'src') };
    const placeOf = async (records: object[], given = {}) => {
      const { repoRoot, gitBranch } = (await openingOf(records, given)) ?? {};
      return [repoRoot, gitBranch];
    };
    assert.deepEqual(await placeOf([inside], fresh), [root, 'side']);
    assert.deepEqual(await placeOf([inside]), [root, undefined], 'the branch may be another by now');
    assert.deepEqual(await placeOf([{ ...inside, gitBranch: 'main' }], fresh), [root, 'main']);
    assert.deepEqual(
      await placeOf([{ n: 1 }], { ...fresh, cwd: root }),
      [root, 'side'],
      'as the source says',
    );
    assert.deepEqual(await placeOf([{ cwd: '/no/repository' }], fresh), ['/no/repository', undefined]);
    assert.deepEqual(await placeOf([{ n: 1 }], fresh), [undefined, undefined]);
  });

  it('opens without what the server would not accept', async () => {
    const placeOf = async (cwd: string, gitBranch: string) => {
      const { repoRoot, gitBranch: branch } = (await openingOf([{ cwd, gitBranch }])) ?? {};
      return [repoRoot?.length, branch?.length];
    };
    const path = `/${'p'.repeat(limits.path - 1)}`;
    const branch = 'b'.repeat(limits.branch);
    assert.deepEqual(await placeOf(path, branch), [limits.path, limits.branch]);
    assert.deepEqual(await placeOf(`${path}p`, `${branch}b`), [undefined, undefined]);
    assert.deepEqual(await placeOf('/a\u0007b', 'a\ud800'), [undefined, undefined]);
  });

  it('keeps the folder of the session where the source names another', async () => {
    capturing.session.cwd = '/first';
    const [step] = await stepsOf([{ n: 1 }], { cwd: '/second' });
    assert.equal(step?.cwd, undefined);
  });

  it('marks the records of a sub-agent', async () => {
    capturing.write({ n: 1 });
    const batches = await capturing.read({ part: 'sub', subagent: { id: 'x' } });
    assert.deepEqual(payloadsOf(batches), [{ debrief: { v: 1, subagent: { id: 'x' } }, record: { n: 1 } }]);
  });

  it('notes what was redacted with the event it begins in, and sends what is left of it', async () => {
    const clean: Redaction['clean'] = (records) =>
      records.map((record): Cleaned => {
        const { n, text } = record as { n: number; text?: string };
        if (n === 2) return { record: { type: 'debrief/withheld' }, rules: { [WITHHELD]: 1 } };
        return n === 1 ? { record: { n, text: `clean ${text}` }, rules: { jwt: 2 } } : { record, rules: {} };
      });
    capturing.write({ n: 0, type: 'a' }, { n: 1, type: 'a', text: 't' }, { n: 2, type: 'a', text: 'secret' });
    const [batch] = await capturing.read({}, { redaction: { ...noRedaction(), clean } });
    assert.deepEqual(batch?.events, [
      { eventType: 'a', payload: { n: 0, type: 'a' } },
      { eventType: 'a', payload: { n: 1, text: 'clean t' } },
      { eventType: 'debrief/withheld', payload: { type: 'debrief/withheld' } },
    ]);
    assert.deepEqual(batch?.head.step.redacted, [
      { index: 1, eventType: 'a', rules: { jwt: 2 } },
      { index: 2, eventType: 'debrief/withheld', rules: { [WITHHELD]: 1 } },
    ]);
  });
});

describe('records that a pause holds back', () => {
  let capturing: Capturing;
  beforeEach(() => {
    capturing = new Capturing();
  });
  afterEach(() => capturing.remove());
  const pause = { id: 'p', from: day, to: day + 10, ended: true };
  const read = (...records: object[]) => {
    capturing.write(...records);
    return capturing.read({}, { hold: new Hold([pause], capturing.source(), undefined) });
  };

  it('are counted where the next one is sent, and only once', async () => {
    const [batch] = await read(
      { at: day - 1 },
      { at: day, gitBranch: 'hidden', cwd: '/known' },
      { at: day + 9 },
      { at: day + 10 },
      { at: day + 11 },
    );
    assert.deepEqual(payloadsOf(batch ? [batch] : []), [
      { at: day - 1 },
      { type: 'debrief/paused', records: 2 },
      { at: day + 10 },
      { at: day + 11 },
    ]);
    assert.deepEqual(
      batch?.events.map(({ eventType }) => eventType === 'debrief/paused'),
      [false, true, false, false],
    );
    const { cwd, gitBranch } = batch?.head.step ?? {};
    assert.deepEqual([cwd, gitBranch], ['/known', undefined]);
    assert.equal(batch?.head.count, 4);
  });

  it('after the last one that is sent are counted where the next reading goes on', async () => {
    const before = [{ at: day - 1 }, { at: day }, { at: day + 1 }];
    const [first] = await read(...before);
    assert.deepEqual([first?.head.step.held, capturing.session.held], [2, 2]);
    const [next] = await read(...before, { at: day + 10 });
    assert.deepEqual(payloadsOf(next ? [next] : []), [
      { type: 'debrief/paused', records: 2 },
      { at: day + 10 },
    ]);
    assert.equal(capturing.session.held, 0);
  });

  it('alone make no batch, but move the place; the next reading counts them', async () => {
    const held = [{ at: day + 1, cwd: '/known' }, { at: day + 2 }];
    assert.deepEqual(await read(...held), []);
    const { session } = capturing;
    assert.deepEqual([session.held, session.cwd, session.batch], [2, '/known', 0]);
    assert.equal(session.places[0]?.offset, capturing.source().bytes);
    assert.equal(capturing.remembered.length, 2);
    assert.deepEqual(await read(...held, { at: day + 3 }), []);
    assert.equal(session.held, 3);
    const [batch] = await read(...held, { at: day + 3 }, { at: day + 20 });
    assert.deepEqual(payloadsOf(batch ? [batch] : []), [
      { type: 'debrief/paused', records: 3 },
      { at: day + 20 },
    ]);
    assert.equal(session.held, 0);
    assert.equal(session.lastRecordAt, day + 20);
  });
});

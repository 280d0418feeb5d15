import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Agent, Source } from '../../agents/agent.ts';
import type { SessionState } from '../spool/session.ts';
import { capture } from './capture.ts';
import { Hold, noHold } from './hold.ts';
import { noRedaction } from './redact.ts';

const source: Source = {
  agentId: 'aider',
  externalId: 's',
  part: '',
  path: '/store.md#s',
  bytes: 10,
  stamp: 'before the pause',
  modifiedAt: 0,
};
/** Begun, and the store had a last row that was not settled, so how it looked then was noted. */
const pause = { id: 'p', from: 1000, begun: true };
const growth = { from: 10, stamp: 'before the pause' };

describe('a row that is written between the look at its store and the reading of it', () => {
  const agent = {
    agentId: 'aider',
    rows: async () => [{ id: '#1', record: 'written during the pause', eventType: 'user' }],
    facts: () => ({}),
  } as unknown as Agent;

  async function taken(stampNow: string | undefined): Promise<number> {
    let batches = 0;
    await capture(agent, source, {
      session: {
        agentId: 'aider',
        externalId: 's',
        id: 'x',
        batch: 0,
        leg: 0,
        places: [],
      } as unknown as SessionState,
      redaction: noRedaction(),
      directory: '/nowhere',
      append: async () => void batches++,
      hold: new Hold([pause], source, growth),
      stampNow: async () => stampNow,
      remember: async () => {},
    });
    return batches;
  }

  it('is of the pause', async () => {
    assert.equal(await taken('another'), 0);
    assert.equal(await taken(undefined), 0, 'a store that is gone proves nothing');
  });

  it('is taken when the store still looks as it did before the pause', async () => {
    assert.equal(await taken('before the pause'), 1);
  });
});

describe('a record and a pause', () => {
  const hour = 3_600_000;
  const begin = Date.now() - 10 * hour;
  const at = (hours: number) => begin + hours * hour;
  const store = (modifiedAt: number): Source => ({ ...source, modifiedAt });
  const everywhere = { id: 'p', from: at(2), to: at(4) };
  const candidate = (time: number | undefined, start?: number, cwd?: string) => ({ at: time, start, cwd });

  it('that is over holds what is of its time, and nothing without a time', () => {
    const hold = new Hold([{ ...everywhere, ended: true }], store(at(3)), undefined);
    assert.deepEqual(
      [1, 2, 3, 4].map((hours) => hold.holds(candidate(at(hours), 0))),
      [false, true, true, false],
    );
    assert.equal(hold.holds(candidate(undefined, 0)), false);
  });

  it('that has not begun holds what has no time if its file was changed since', () => {
    const held = (modifiedAt: number) =>
      new Hold([{ id: 'p', from: at(2) }], store(modifiedAt), undefined).holds(candidate(undefined, 0));
    assert.deepEqual([held(at(2) - 1), held(at(2))], [false, true]);
    const hold = new Hold([{ id: 'p', from: at(2) }], store(at(3)), undefined);
    assert.equal(hold.holds(candidate(at(1), 0)), false);
  });

  it('in force holds what grew, by its place in the file or by the look of the store', () => {
    const inForce = { id: 'p', from: at(2), begun: true };
    assert.equal(new Hold([inForce], store(0), undefined).holds(candidate(at(1), 0)), true);
    const hold = new Hold([inForce], store(0), { from: 10, stamp: 'before the pause' });
    assert.deepEqual(
      [9, 10].map((start) => hold.holds(candidate(at(1), start))),
      [false, true],
    );
    assert.equal(hold.holds(candidate(at(1))), false);
    hold.confirmStamp('another');
    assert.equal(hold.holds(candidate(at(1))), true);
  });

  it('that ended by itself lets go of what is later, by its own time or by that of a record before it', () => {
    const hold = () => new Hold([{ ...everywhere, begun: true }], store(at(9)), undefined);
    assert.equal(hold().holds(candidate(at(4), 0)), false);
    assert.equal(hold().holds(candidate(undefined, 0)), true);
    assert.equal(hold().holds(candidate(at(1000), 0)), true, 'a time to come says nothing');
    const lines = hold();
    lines.holds(candidate(at(5), 0));
    assert.equal(lines.holds(candidate(undefined, 1)), false);
    const rows = hold();
    rows.holds(candidate(at(5)));
    assert.equal(rows.holds(candidate(undefined)), true, 'rows of a store are in no order');
  });

  it('of one repository holds what is in it, and what may be', () => {
    const hold = new Hold([{ ...everywhere, repository: '/work/app', ended: true }], store(0), undefined);
    assert.deepEqual(
      ['/work/app', '/work/app/src', '/work/apple', undefined].map((cwd) =>
        hold.holds(candidate(at(3), 0, cwd)),
      ),
      [true, true, false, true],
    );
    assert.equal(hold.needsFolder(), true);
    assert.equal(new Hold([everywhere], store(0), undefined).needsFolder(), false);
    const grown = { from: 0, stamp: '', repository: '/work/app' };
    assert.equal(new Hold([], store(0), grown).needsFolder(), true);
  });

  it('whose end nobody read is told by how far the file had grown then', () => {
    const growth = { from: 10, to: 20, until: at(4), stamp: '' };
    const held = (time: number | undefined, start?: number, cwd?: string, more = {}) =>
      new Hold([], store(0), { ...growth, ...more }).holds(candidate(time, start, cwd));
    assert.deepEqual(
      [9, 10, 19, 20].map((start) => held(undefined, start)),
      [false, true, true, false],
    );
    assert.deepEqual([held(undefined), held(at(3)), held(at(4))], [true, true, false]);
    assert.equal(held(at(4), undefined, undefined, { until: undefined }), true);
    assert.equal(held(undefined, 15, '/other', { repository: '/work/app' }), false);
    assert.equal(new Hold([], store(0), { from: 10, stamp: '' }).holds(candidate(undefined, 15)), false);
  });

  it('is asked about only where something was ever paused', () => {
    assert.deepEqual([noHold(source).isActive(), noHold(source).needsStamp()], [false, false]);
    const grown = new Hold([], source, growth);
    assert.deepEqual([grown.isActive(), grown.needsStamp()], [true, true]);
    const paused = new Hold([pause], source, undefined);
    assert.deepEqual([paused.isActive(), paused.needsStamp()], [true, false]);
    assert.equal(noHold(source).holds(candidate(undefined, 0)), false);
  });
});

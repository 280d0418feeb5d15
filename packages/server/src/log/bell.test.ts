import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { freshDatabase } from '../../testing/engine.ts';
import type { Change } from '../domain/session/bell.ts';
import type { Bell } from '../domain/session/log-ports.ts';
import { LocalBell } from './bell.ts';
import { PostgresBell } from './postgres/bell.ts';

const change = (number: number): Change => ({ organizationId: 'org_a', sessionId: `ses_${number}` });

const heardBy = (bell: Bell, sessionId?: string) => {
  const heard: [string, boolean][] = [];
  const stop = bell.listen(({ sessionId, derived }, here) => {
    heard.push([sessionId + (derived ? ' derived' : ''), here]);
  }, sessionId);
  return { heard, stop };
};

async function until(check: () => boolean, within = 5000): Promise<number> {
  const begun = performance.now();
  while (!check()) {
    assert.ok(performance.now() - begun < within, 'nothing was heard in time');
    await sleep(5);
  }
  return performance.now() - begun;
}

describe('the bell of one process', () => {
  it('is heard by those who listen to everything and to that session, until they stop', async () => {
    const bell = new LocalBell();
    const all = heardBy(bell);
    const one = heardBy(bell, 'ses_1');
    bell.ring(change(1));
    bell.ring({ ...change(2), derived: true });
    one.stop();
    bell.ring(change(1));
    assert.deepEqual(all.heard, [
      ['ses_1', true],
      ['ses_2 derived', true],
      ['ses_1', true],
    ]);
    assert.deepEqual(one.heard, [['ses_1', true]]);
    await bell.stop();
    bell.ring(change(3));
    assert.equal(all.heard.length, 3);
  });

  it('goes on being heard by those who came when an earlier listener says again that it stops', () => {
    const bell = new LocalBell();
    const first = heardBy(bell, 'ses_1');
    first.stop();
    const second = heardBy(bell, 'ses_1');
    first.stop();
    bell.ring(change(1));
    assert.deepEqual([first.heard.length, second.heard.length], [0, 1]);
  });

  it('does not let a bad listener disturb the ringer or the others', () => {
    const bell = new LocalBell();
    bell.listen(() => {
      throw new Error('bad listener');
    });
    const good = heardBy(bell);
    bell.ring(change(1));
    assert.equal(good.heard.length, 1);
  });
});

describe('the bell of several processes', async () => {
  const database = await freshDatabase('postgres');
  const url = database.config.engine === 'postgres' ? database.config.url : '';
  const here = new PostgresBell({ url });
  const there = new PostgresBell({ url });

  /** Rings until the other side hears: the connections open in the background. */
  async function connected() {
    const { heard, stop } = heardBy(there);
    await until(() => {
      here.ring(change(0));
      return heard.length > 0;
    });
    stop();
    await sleep(200);
  }

  it('rings there and here, each once, soon', async () => {
    await connected();
    const mine = heardBy(here);
    const theirs = heardBy(there, 'ses_1');
    here.ring(change(1));
    assert.deepEqual(mine.heard, [['ses_1', true]]);
    const took = await until(() => theirs.heard.length > 0);
    assert.ok(isWithin(took, 500), `heard after ${took} ms`);
    await sleep(100);
    assert.deepEqual(theirs.heard, [['ses_1', false]]);
    assert.equal(mine.heard.length, 1);
    mine.stop();
    theirs.stop();
  });

  it('merges many rings into few notifications and loses none', async () => {
    await connected();
    const listener = new pg.Client({ connectionString: url });
    await listener.connect();
    let notifications = 0;
    listener.on('notification', () => notifications++);
    await listener.query('listen debrief_bell');
    const { heard, stop } = heardBy(there);
    for (let round = 0; round < 20; round++) {
      for (let number = 1; number <= 200; number++) here.ring(change(number));
    }
    await until(() => new Set(heard.map(([session]) => session)).size === 200);
    assert.ok(notifications <= 6, `${notifications} notifications`);
    stop();
    await listener.end();
  });

  it('comes back by itself when the connection is cut, and sends what waited', async () => {
    await connected();
    const { heard, stop } = heardBy(there, 'ses_7');
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'debrief bell'`,
    );
    await sleep(20);
    await until(() => {
      here.ring(change(7));
      return heard.length > 0;
    });
    stop();
    await admin.end();
  });

  it('stops', async () => {
    await Promise.all([here.stop(), there.stop()]);
    await database.remove();
  });
});

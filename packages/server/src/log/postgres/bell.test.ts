import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../../../testing/engine.ts';
import { until } from '../../../testing/log/until.ts';
import { PostgresBell } from './bell.ts';

/** What one bell tells the others, as it goes over the wire; bell.test.ts has what all bells do. */

describe('the bell in PostgreSQL', () => {
  let database: FreshDatabase;
  let url: string;
  let wire: pg.Client;
  let heard: string[][];
  before(async () => {
    database = await freshDatabase('postgres');
    url = database.config.engine === 'postgres' ? database.config.url : '';
    wire = new pg.Client({ connectionString: url });
    await wire.connect();
    wire.on('notification', ({ payload = '' }) => heard.push(payload.split('\n')));
    await wire.query('listen debrief_bell');
  });
  after(async () => {
    await wire.end();
    await database.remove();
  });
  /** A bell whose connection is there. */
  async function open(
    given: Partial<ConstructorParameters<typeof PostgresBell>[0]> = {},
  ): Promise<PostgresBell> {
    heard = [];
    const bell = new PostgresBell({ url, ...given });
    bell.ring({ organizationId: 'org', sessionId: 'first' });
    await until('the first ring', () => heard.length > 0);
    await sleep(60);
    heard = [];
    return bell;
  }
  const entries = () => heard.flatMap(([, ...rest]) => rest);

  it('says each session once, what is derived of it apart, and a member before everything', async () => {
    const bell = await open();
    bell.ring({ organizationId: 'org', sessionId: 'a' });
    bell.ring({ organizationId: 'org', sessionId: 'a', derived: true });
    bell.ring({ organizationId: 'org', sessionId: 'b' });
    bell.ring({ organizationId: 'org', sessionId: 'a' });
    bell.ringMember('usr_1');
    await until('the rings', () => entries().length >= 4);
    assert.deepEqual(entries(), ['member usr_1', 'org a', 'org a*', 'org b']);
    await bell.stop();
  });

  it('puts ninety into a notification, and no notification beside another', async () => {
    const bell = await open();
    for (let n = 0; n < 200; n++) bell.ring({ organizationId: 'org', sessionId: `s${n}` });
    await until('all of them', () => entries().length === 200);
    assert.deepEqual(
      heard.map((one) => one.length - 1),
      [90, 90, 20],
    );
    await bell.stop();
  });

  it('tells what others say, and not what it said itself', async () => {
    const bell = await open();
    const told: string[] = [];
    bell.listen((change, here) => void told.push(`${JSON.stringify(change)} ${here}`));
    bell.listenMember('usr_9', () => void told.push('member'));
    bell.listenMember('usr_8', () => void told.push('another member'));
    bell.ring({ organizationId: 'org', sessionId: 'own' });
    await until('its own', () => heard.length === 1);
    await wire.query(`select pg_notify('debrief_bell', $1)`, ['other\norg s1\norg s2*\nmember usr_9']);
    await until('the others', () => told.length >= 4);
    assert.deepEqual(told, [
      '{"organizationId":"org","sessionId":"own"} true',
      '{"organizationId":"org","sessionId":"s1"} false',
      '{"organizationId":"org","sessionId":"s2","derived":true} false',
      'member',
    ]);
    await bell.stop();
  });

  it('sends what waits before it stops, and nothing afterwards', async () => {
    heard = [];
    const bell = new PostgresBell({ url });
    bell.ring({ organizationId: 'org', sessionId: 'last words' });
    bell.ringMember('usr_1');
    await bell.stop();
    await until('the last words', () => entries().length === 2);
    bell.ring({ organizationId: 'org', sessionId: 'too late' });
    await sleep(80);
    assert.equal(entries().length, 2);
    const left = await wire.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'debrief bell'`,
    );
    assert.ok((left.rowCount ?? 0) <= 1, 'its connection is closed');
  });

  it('gives up what waits after a second where there is no database, and says so', async () => {
    const faults: unknown[] = [];
    const bell = new PostgresBell({
      url: 'postgres://nobody@127.0.0.1:1/none',
      onFault: (fault) => faults.push(fault),
    });
    bell.ring({ organizationId: 'org', sessionId: 's' });
    const begun = Date.now();
    await bell.stop();
    const took = Date.now() - begun;
    assert.ok(took >= 900 && took < 5000, `${took} ms`);
    assert.ok(faults.length >= 1 && faults.length <= 5, `${faults.length} tries in a second`);
  });

  it('keeps no more than five thousand while it cannot send', async (t) => {
    heard = [];
    // No wait between two notifications: each look at the clock is later than the one before.
    let now = Date.now();
    const clock = t.mock.method(Date, 'now', () => (now += 100));
    const bell = new PostgresBell({ url });
    for (let n = 0; n < 5005; n++) bell.ring({ organizationId: 'org', sessionId: `s${n}` });
    await until('all that was kept', () => entries().includes('org s4999'));
    await sleep(120);
    assert.equal(entries().length, 5000);
    clock.mock.restore();
    await bell.stop();
  });

  it('sends again what a lost connection did not take', async () => {
    const faults: string[] = [];
    const bell = await open({ onFault: (fault) => faults.push(String(fault)) });
    await wire.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'debrief bell'`,
    );
    bell.ring({ organizationId: 'org', sessionId: 'kept' });
    await until('the ring', () => entries().includes('org kept'));
    assert.ok(faults.length >= 1, 'the loss was told');
    await bell.stop();
  });
});

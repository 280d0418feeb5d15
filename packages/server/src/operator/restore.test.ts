import assert from 'node:assert/strict';
import {
  cpSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenRestore } from '../../testing/operator/broken-restore.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { said } from '../../testing/session/folding.ts';
import { aTeam, type Team } from '../../testing/team.ts';
import { projectionPath } from '../projection/sqlite-schema.ts';
import { backupSqlite } from '../store/connection/sqlite.ts';
import { removeUnfinishedRestore, restore } from './restore.ts';

/**
 * `debrief-server restore`, broken off before its steps: either database is there, whole and with nothing of the other,
 * and another restore finishes it. `npm run faults -- restore-crash` does it before every step, with a server on it.
 */

/** What there was before and what is in the backup, by the number of events. */
const [old, backedUp] = [15, 5];

interface State {
  events: number;
  lineage: string;
  /** Of what was derived, where there is something. */
  derivedFrom: string | undefined;
}

function stateOf(folder: string): State {
  const path = join(folder, 'debrief.db');
  const db = new DatabaseSync(path);
  try {
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
    const events = Number(db.prepare('select max(event_count) as n from sessions').get()?.n);
    const stored = Number(db.prepare('select sum(count) as n from event_batches').get()?.n);
    assert.equal(stored, events, 'the events are those of the record');
    const lineage = String(db.prepare("select value from settings where name = 'lineage'").get()?.value);
    return { events, lineage, derivedFrom: derivedFrom(projectionPath(path)) };
  } finally {
    db.close();
  }
}

function derivedFrom(path: string): string | undefined {
  if (!readdirSync(join(path, '..')).some((name) => path.endsWith(name))) return undefined;
  const db = new DatabaseSync(path);
  try {
    return String(db.prepare('select lineage from model').get()?.lineage);
  } finally {
    db.close();
  }
}

const keptIn = (folder: string) =>
  readdirSync(folder).filter((name) => /^debrief\.before-restore-.*\.db$/.test(name));

async function shown({ owner, sessionId }: Team): Promise<string> {
  for (const begun = Date.now(); ; await sleep(20)) {
    const { state, entries } = await owner.client.getTranscript({ sessionId, limit: 100 });
    if (state === 'current') return JSON.stringify(entries);
    assert.ok(Date.now() - begun < 30_000, 'not folded in time');
  }
}

describe('a restore that is broken off', () => {
  let server: TestServer;
  let team: Team;
  let file: string;
  /** The folder of the data as it was before the restore, without a server on it. */
  let template: string;
  const folders: string[] = [];
  const aFolder = (from: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'debrief-restore-'));
    folders.push(folder);
    cpSync(from, folder, { recursive: true });
    return folder;
  };

  before(async () => {
    server = await testServer('sqlite', { SERVER_KEY: '00'.repeat(32) });
    team = await aTeam(server);
    const { machine, sessionId } = team;
    const append = (word: string, count: number) =>
      machine.appendEvents({
        sessionId,
        events: Array.from({ length: count }, (_, at) => said(`${word} ${at}`)),
      });
    await append('kept', backedUp);
    await shown(team);
    const { database, dataDir } = server.config;
    file = join(mkdtempSync(join(tmpdir(), 'debrief-backup-')), 'copy');
    folders.push(join(file, '..'));
    await backupSqlite(database.engine === 'sqlite' ? database.path : '', file);
    await append('gone', old - backedUp);
    await shown(team);
    await server.restart(async () => {
      template = aFolder(dataDir);
    });
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, at] of [
    ['what was derived is removed', 'rmSync projections'],
    ['the old one is kept aside', 'linkSync debrief.db'],
    ['the copy takes its place', 'renameSync debrief.restoring.db'],
  ] as const) {
    it(`killed before ${name}: the old one is there, and another restore finishes`, async () => {
      const folder = aFolder(template);
      const before = stateOf(folder);
      assert.deepEqual([before.events, before.derivedFrom], [old, before.lineage]);
      const end = await brokenRestore(folder, file, { at, by: 'kill' });
      assert.equal(end.signal, 'SIGKILL', end.stderr);
      const broken = stateOf(folder);
      assert.deepEqual([broken.events, broken.lineage], [old, before.lineage]);
      assert.ok([undefined, before.lineage].includes(broken.derivedFrom));
      const path = join(folder, 'debrief.db');
      const config = { ...server.config, dataDir: folder, database: { engine: 'sqlite' as const, path } };
      const kept = await restore(config, file);
      const restored = stateOf(folder);
      assert.deepEqual([restored.events, restored.derivedFrom], [backedUp, undefined]);
      assert.notEqual(restored.lineage, before.lineage);
      assert.deepEqual(keptIn(folder), [kept?.slice(folder.length + 1)], 'kept once');
      assert.deepEqual(
        readdirSync(folder).filter((one) => /restoring|keeping|-wal$|-shm$|projections/.test(one)),
        [],
      );
      // Once more within the second: what was kept first stays as it was.
      const again = await restore(config, file);
      assert.notEqual(again, kept);
      const first = new DatabaseSync(kept ?? '', { readOnly: true });
      assert.equal(first.prepare('select max(event_count) as n from sessions').get()?.n, old);
      first.close();
    });
  }

  for (const name of ['debrief.db', 'debrief']) {
    it(`an unfinished one beside ${name} takes away the second name and never the database`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'debrief-names-'));
      folders.push(folder);
      const path = join(folder, name);
      const second = join(folder, name.replace('debrief', 'debrief.before-restore-20260101T000000Z'));
      const earlier = join(folder, name.replace('debrief', 'debrief.before-restore-20250101T000000Z'));
      writeFileSync(path, 'the database');
      writeFileSync(earlier, 'kept by an earlier restore');
      linkSync(path, second);
      linkSync(path, join(folder, 'linked by somebody'));
      symlinkSync(join(folder, 'nowhere'), join(folder, 'debrief.before-restore-nowhere'));
      removeUnfinishedRestore(path);
      assert.deepEqual(
        readdirSync(folder).sort(),
        [basename(earlier), 'debrief.before-restore-nowhere', 'linked by somebody', name].sort(),
      );
      assert.equal(readFileSync(path, 'utf8'), 'the database');
    });
  }

  it('killed after the copy took its place: the restored one is served, with nothing of the old one', async () => {
    const { dataDir } = server.config;
    await server.restart(async () => {
      const end = await brokenRestore(dataDir, file, { at: `fsyncSync ${basename(dataDir)}`, by: 'kill' });
      assert.equal(end.signal, 'SIGKILL', end.stderr);
      assert.deepEqual([stateOf(dataDir).events, stateOf(dataDir).derivedFrom], [backedUp, undefined]);
    });
    assert.doesNotMatch(await shown(team), /gone/);
    assert.match(await shown(team), /kept 4/);
  });

  for (const [name, at] of [
    ['while the backup is copied', 'backup'],
    ['when the copy takes its place', 'renameSync debrief.restoring.db'],
  ] as const) {
    it(`a disk that is full ${name} leaves the old one and nothing else, and says so in one sentence`, async () => {
      const folder = aFolder(template);
      const before = { ...stateOf(folder), derivedFrom: undefined };
      const { code, stdout, stderr } = await brokenRestore(folder, file, { at, by: 'full' });
      assert.match(
        stderr,
        /^The disk under \S+ is full: make room for \d+ MB, then restore again; the database is as it was\.\n$/,
      );
      assert.deepEqual([code, stdout], [2, '']);
      assert.deepEqual({ ...stateOf(folder), derivedFrom: undefined }, before);
      assert.deepEqual(
        readdirSync(folder).filter((one) => /restoring|keeping|before-restore/.test(one)),
        [],
      );
    });
  }

  it('waits for a program that reads the database, and changes nothing then', async () => {
    const folder = aFolder(template);
    const path = join(folder, 'debrief.db');
    // A reader of an earlier state keeps the log of writes from being emptied.
    const writer = new DatabaseSync(path);
    writer.exec('PRAGMA wal_autocheckpoint = 0');
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from sessions').get();
    writer.exec("insert into settings (name, value) values ('another', 'one')");
    const size = readFileSync(`${path}-wal`).length;
    assert.ok(size > 0);
    const config = { ...server.config, dataDir: folder, database: { engine: 'sqlite' as const, path } };
    await assert.rejects(restore(config, file), {
      name: 'Error',
      message:
        /^Another program reads \S+debrief\.db, perhaps a backup: wait for its end, then restore again\.$/,
    });
    reader.close();
    writer.close();
    assert.equal(stateOf(folder).events, old);
    assert.ok(readdirSync(folder).some((one) => one.startsWith('projections')));
  });
});

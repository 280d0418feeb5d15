import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireProgram } from '../../../../../scripts/services.ts';
import { engines, runStatement } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { said } from '../../../testing/session/folding.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import type { Config } from '../../config.ts';
import { AlreadyServed } from '../../data-directory.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { restore } from '../../operator/restore.ts';
import { UsageError } from '../../operator/usage-error.ts';
import { loadServerKey, serverKeys } from '../../server-key.ts';
import { openStorage } from '../../storage.ts';
import { backupSqlite } from '../../store/connection/sqlite.ts';

/** A backup is put back, and nothing shows what the log does not have any more. */

const program = (name: string) => requireProgram({ names: [name], package: 'postgresql', instead: 'PATH' });

const append = ({ machine, sessionId }: Team, word: string, count: number) =>
  machine.appendEvents({
    sessionId,
    events: Array.from({ length: count }, (_, at) => said(`${word} ${at}`)),
  });

/** Asks for the transcript until it is current, and returns every text that was shown meanwhile. */
async function shownUntilCurrent({ owner, sessionId }: Team): Promise<{ texts: string; last: string }> {
  let texts = '';
  for (const begun = Date.now(); ; await sleep(20)) {
    const window = await owner.client.getTranscript({ sessionId, limit: 100 });
    const last = JSON.stringify(window.entries);
    texts += last;
    if (window.state === 'current') return { texts, last };
    assert.ok(Date.now() - begun < 60_000, 'not folded in time');
  }
}

const found = async ({ owner }: Team, q: string) => (await owner.client.searchSessions({ q })).hits.length;

interface Backup {
  /** Puts it in the place of the database, without any command of ours. */
  putBack(): Promise<void>;
  file: string;
}

async function backUp({ config: { database } }: TestServer): Promise<Backup> {
  const file = join(mkdtempSync(join(tmpdir(), 'debrief-backup-')), 'copy');
  if (database.engine === 'sqlite') {
    const { path } = database;
    await backupSqlite(path, file);
    return {
      file,
      async putBack() {
        for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
        copyFileSync(file, path);
      },
    };
  }
  execFileSync(program('pg_dump'), ['-Fc', '-f', file, database.url]);
  return {
    file,
    // What is derived stays, as when only one schema is restored.
    async putBack() {
      await runStatement(database, 'drop schema public cascade; create schema public');
      execFileSync(program('pg_restore'), ['-n', 'public', '-d', database.url, file]);
    },
  };
}

/** Appends without anything that derives from it, as another version of the server would. */
async function appendUnfolded(
  config: Config,
  { organizationId, sessionId }: Team,
  word: string,
  count: number,
) {
  const keyCheck = serverKeys(loadServerKey(config.serverKey, config.dataDir)).check;
  const storage = await openStorage({ config, keyCheck, isBeside: true, onFault: assert.fail });
  const lines = encodeEvents(Array.from({ length: count }, (_, at) => said(`${word} ${at}`)));
  await storage.log.append({ organizationId, sessionId, lines, count, key: undefined, at: Date.now() });
  await storage.stop();
}

for (const engine of engines) {
  describe(`a log that was put back on ${engine}`, () => {
    it('is never shown with what it had later, and neither with as many others in its place', async () => {
      await using server = await testServer(engine);
      const team = await aTeam(server);
      await append(team, 'kept', 5);
      await shownUntilCurrent(team);
      const backup = await backUp(server);
      await append(team, 'gone', 10);
      assert.match((await shownUntilCurrent(team)).last, /gone 9/);
      assert.equal(await found(team, 'gone'), 1);

      await server.restart(() => backup.putBack());
      const restored = await shownUntilCurrent(team);
      assert.doesNotMatch(restored.texts, /gone/);
      assert.match(restored.last, /kept 4/);
      assert.equal(await found(team, 'gone'), 0);
      assert.equal(await found(team, 'kept'), 1);

      await append(team, 'gone', 10);
      await shownUntilCurrent(team);
      await server.restart(async () => {
        await backup.putBack();
        await appendUnfolded(server.config, team, 'other', 10);
      });
      const others = await shownUntilCurrent(team);
      assert.doesNotMatch(others.texts, /gone/);
      assert.match(others.last, /other 9/);
      assert.equal(await found(team, 'gone'), 0);
    });

    it('that is as it was is not derived anew', async () => {
      await using server = await testServer(engine);
      const team = await aTeam(server);
      await append(team, 'kept', 5);
      await shownUntilCurrent(team);
      await server.restart();
      const { state } = await team.owner.client.getTranscript({ sessionId: team.sessionId });
      assert.equal(state, 'current');
    });
  });
}

if (engines.includes('sqlite')) {
  describe('debrief-server restore', () => {
    it('puts the backup in place, keeps what was there, and refuses beside a server', async () => {
      await using server = await testServer('sqlite');
      const team = await aTeam(server);
      const { config } = server;
      assert.equal(config.database.engine, 'sqlite');
      const path = config.database.engine === 'sqlite' ? config.database.path : '';
      await append(team, 'kept', 5);
      await shownUntilCurrent(team);
      const { file } = await backUp(server);
      await append(team, 'gone', 10);
      await shownUntilCurrent(team);
      await assert.rejects(restore(config, file), AlreadyServed);
      const lineage = (of: string) => {
        const db = new DatabaseSync(of, { readOnly: true });
        const row = db.prepare("select value from settings where name = 'lineage'").get();
        const { events } = db.prepare('select max(event_count) as events from sessions').get() ?? {};
        db.close();
        return { id: row?.value, events };
      };
      const before = lineage(path);
      await server.restart(async () => {
        const kept = await restore(config, file);
        assert.ok(kept);
        assert.deepEqual(
          readdirSync(config.dataDir).filter((name) => /projections|restoring|-wal|-shm/.test(name)),
          [],
        );
        assert.deepEqual(lineage(kept), { ...before, events: 15 });
        assert.equal(lineage(path).events, 5);
        assert.notEqual(lineage(path).id, before.id);
      });
      const restored = await shownUntilCurrent(team);
      assert.doesNotMatch(restored.texts, /gone/);
      assert.match(restored.last, /kept 4/);
      assert.equal(await found(team, 'gone'), 0);
    });

    it('refuses what is no backup, a damaged one, that of another key and that of a newer version, and changes nothing', async () => {
      await using server = await testServer('sqlite');
      await aTeam(server);
      const { config } = server;
      const path = config.database.engine === 'sqlite' ? config.database.path : '';
      const { file } = await backUp(server);
      const altered = (name: string, statement: string) => {
        const copy = `${file}-${name}`;
        copyFileSync(file, copy);
        const db = new DatabaseSync(copy);
        db.exec(statement);
        db.close();
        return copy;
      };
      const text = `${file}-text`;
      writeFileSync(text, 'not a database, but long enough to be looked at as one'.repeat(100));
      const empty = `${file}-empty`;
      writeFileSync(empty, '');
      const damaged = `${file}-damaged`;
      const bytes = readFileSync(file);
      bytes.fill(0x5a, 3 * 4096, Math.floor(bytes.length / 4096 - 2) * 4096);
      writeFileSync(damaged, bytes);
      const cases: [string, RegExp][] = [
        [`${file}-nowhere`, /^There is no file \S+\.$/],
        [text, /is not a backup of Debrief: give the file that debrief-server backup wrote\.$/],
        [empty, /is not a backup of Debrief/],
        [damaged, /is damaged: restore another backup\.$/],
        [
          altered('key', "update settings set value = 'x' where name = 'server_key_check'"),
          /belongs to another server key: put the server\.key .* or set SERVER_KEY\.$/,
        ],
        [
          altered('newer', "insert into kysely_migration values ('9999-later', '2030')"),
          /was made by a newer version of Debrief \(9999-later is unknown here\)/,
        ],
      ];
      await server.restart(async () => {
        const before = readFileSync(path);
        for (const [name, message] of cases) {
          await assert.rejects(restore(config, name), (error) => {
            assert.ok(error instanceof UsageError, String(error));
            assert.match(error.message, message);
            assert.doesNotMatch(error.message, /\n/);
            return true;
          });
        }
        assert.deepEqual(readFileSync(path), before);
        assert.ok(!existsSync(`${path}.lock-wal`));
      });
    });
  });
}

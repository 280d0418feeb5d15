import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { fields } from '../agent.ts';
import { agentOf } from '../registry.ts';

const schema = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, session_type TEXT, working_dir TEXT,
    created_at TEXT, updated_at TEXT, accumulated_input_tokens INT, accumulated_output_tokens INT,
    accumulated_cost REAL, model_config_json TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT, role TEXT,
    content_json TEXT, created_timestamp INT, metadata_json TEXT);`;

const text = (value: string) => [{ type: 'text', text: value }];

describe('Goose', () => {
  let machine: Machine;
  let server: FakeServer;
  before(async () => {
    machine = await createMachine();
    server = await startFakeServer();
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });

  async function open(path = '.local/share/goose/sessions/sessions.db'): Promise<DatabaseSync> {
    const database = new DatabaseSync(await machine.write(path, ''));
    database.exec(`PRAGMA journal_mode = WAL; ${schema}`);
    return database;
  }
  function start(database: DatabaseSync, id: string, createdAt: string, type = 'user') {
    database
      .prepare(`INSERT INTO sessions VALUES (?, 'Count', '', ?, '/repo', ?, ?, 900, 40, 0.01, ?)`)
      .run(id, type, createdAt, createdAt, '{"model_name":"claude-x"}');
  }
  function say(
    database: DatabaseSync,
    session: string,
    messageId: string | null,
    role: string,
    content: unknown,
    metadata = {},
  ) {
    database
      .prepare(
        'INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, metadata_json) VALUES (?, ?, ?, ?, 1780304401, ?)',
      )
      .run(messageId, session, role, JSON.stringify(content), JSON.stringify(metadata));
  }
  const payloads = () =>
    [...server.sessions.values()].flatMap((session) => session.events.map((event) => fields(event.payload)));

  it('a compaction writes every row anew: each message is sent once more only where it differs', async () => {
    const database = await open();
    start(database, '20260601_1', '2026-06-01 09:00:00');
    say(database, '20260601_1', 'm1', 'user', text('Count'));
    say(database, '20260601_1', 'm2', 'assistant', text('Two.'));
    say(database, '20260601_1', null, 'user', text('Again'));
    const recorder = await machine.recorder(server.url);
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(
      payloads().map((payload) => payload.type ?? payload.message_id ?? payload.id),
      ['session', 'm1', 'm2', payloads()[3]?.id, 'usage'],
    );
    database.exec('DELETE FROM messages');
    say(database, '20260601_1', 'm1', 'user', text('Count'));
    say(database, '20260601_1', 'm2', 'assistant', text('Two.'), { agentVisible: false });
    say(database, '20260601_1', null, 'user', text('Again'));
    say(database, '20260601_1', 's1', 'user', text('So far: two.'), { userVisible: false });
    await recorder.scan();
    await recorder.uploader.drained();
    assert.deepEqual(
      payloads()
        .slice(5)
        .map((payload) => payload.message_id),
      ['m2', 's1'],
    );
    await recorder.close();
    database.close();
    const [session] = (await readSessions('goose', machine)).values();
    assert.deepEqual(session?.told, [
      'prompt Count',
      'reply Two.',
      'prompt Again',
      'compaction So far: two.',
    ]);
    assert.equal(session?.reader.summary().cost.reported, 0.01);
    assert.equal(session?.cwd, '/repo');
  });

  it('the same id in another database, or begun at another time, is another session; hidden ones are left out', async () => {
    const where = (root: string) => ({
      ...machine.where,
      env: { GOOSE_PATH_ROOT: `${machine.root}/${root}` },
    });
    for (const [root, began] of [
      ['a', '2026-06-01 09:00:00'],
      ['b', '2026-06-01 09:00:00'],
      ['c', '2026-06-01 10:00:00'],
    ] as const) {
      const database = await open(`${root}/data/sessions/sessions.db`);
      start(database, '20260601_1', began);
      start(database, '20260601_2', began, 'hidden');
      for (const id of ['20260601_1', '20260601_2']) say(database, id, 'm1', 'user', text('Hi'));
      database.close();
    }
    const found = await Promise.all(['a', 'b', 'c'].map((root) => agentOf('goose')?.find(where(root))));
    const ids = found.flat().map((source) => source?.externalId ?? '');
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) assert.match(id, /^20260601_1-[0-9a-f]{12}$/);
    assert.equal(agentOf('goose')?.facts({ created_at: '2026-06-01 09:00:00' }).at, Date.UTC(2026, 5, 1, 9));
  });
});

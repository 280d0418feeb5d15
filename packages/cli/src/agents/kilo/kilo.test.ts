import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';

const schema = `PRAGMA journal_mode = WAL;
  CREATE TABLE session (id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INT, time_updated INT);
  CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
  CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
  INSERT INTO session VALUES ('s1', 'p', NULL, '/repo', 'Listing', '7', 1780304400000, 1780304400000);
  INSERT INTO message VALUES ('m1', 's1', 1780304400000, 1780304400000, '{"role":"user"}');
  INSERT INTO part VALUES ('p1', 'm1', 's1', 1780304400000, 1780304400000, '{"type":"text","text":"List"}');`;

describe('Kilo Code and the coming tables of opencode', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('the store of opencode in a folder of its own, and tasks of before', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(await machine.write('.local/share/kilo/kilo.db', '')).exec(schema);
    const storage = '.config/Code/User/globalStorage/kilocode.kilo-code/tasks';
    const task = [{ ts: 1_780_304_400_000, type: 'say', say: 'text', text: 'Old' }];
    await machine.write(`${storage}/t1/ui_messages.json`, JSON.stringify(task));
    const sessions = await readSessions('kilo', machine);
    assert.deepEqual(sessions.get('s1')?.told, ['prompt List']);
    assert.deepEqual(sessions.get('t1')?.told, ['prompt Old']);
    assert.equal((await readSessions('opencode', machine)).size, 0);
  });

  it('a session that moved to the new tables goes on there, and nothing of it is read twice', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(await machine.write('.local/share/opencode/opencode.db', ''));
    database.exec(schema);
    database.exec(`CREATE TABLE session_v2 (id TEXT, parent_id TEXT, title TEXT, directory TEXT);
      CREATE TABLE session_message (id TEXT, session_id TEXT, type TEXT, seq INT, time_created INT, time_updated INT, data TEXT);
      INSERT INTO session_v2 VALUES ('s1', NULL, 'Listing', '/repo'), ('s2', NULL, 'New', '/repo');
      INSERT INTO session_message VALUES
        ('a', 's1', 'user', 1, 1780304400000, 1780304400000, '{"text":"List"}'),
        ('b', 's1', 'user', 2, 1780304500000, 1780304500000, '{"text":"And more"}'),
        ('c', 's2', 'user', 1, 1780304600000, 1780304600000, '{"text":"Fresh"}');`);
    const sessions = await readSessions('opencode', machine);
    assert.deepEqual(sessions.get('s1')?.told, ['prompt List', 'prompt And more']);
    assert.deepEqual(sessions.get('s2')?.told, ['prompt Fresh']);
    database.close();
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import type { Source } from '../agent.ts';
import { agentOf } from '../registry.ts';

describe('opencode', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  const find = async (): Promise<Source[]> => {
    const sources = (await agentOf('opencode')?.find({ ...machine.where, env: {} })) ?? [];
    return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
  const rowsOf = async (source: Source | undefined) => {
    assert.ok(source);
    return (await agentOf('opencode')?.rows?.(source)) ?? [];
  };

  it('rows of a database in use, children inside their parent; the tree of old', async () => {
    const path = await machine.write('.local/share/opencode/opencode.db', '');
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INT, time_updated INT);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
      INSERT INTO session VALUES ('ses_1', 'p', NULL, '/p', 'T', '1.0', 1, 2), ('ses_2', 'p', 'ses_1', '/p', 'T', '1.0', 1, 2);
      INSERT INTO message VALUES ('msg_1', 'ses_1', 1, 1, '{"role":"user"}'), ('msg_2', 'ses_1', 2, 2, '{"role":"assistant"}');
      INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', 1, 1, '{"type":"text","text":"hi"}');`);
    const now = Date.now();
    database.exec(
      `INSERT INTO part VALUES ('prt_2', 'msg_2', 'ses_1', 2, ${now}, '{"type":"tool","state":{"status":"running"}}')`,
    );
    const sources = await find();
    assert.deepEqual(
      sources.map(({ externalId, part, subagent }) => [externalId, part, subagent?.id]),
      [
        ['ses_1', '', undefined],
        ['ses_1', 'ses_2', 'ses_2'],
      ],
    );
    const rows = await rowsOf(sources[0]);
    assert.deepEqual(
      rows.map((row) => [row.eventType, row.unsettled ?? false]),
      [
        ['session', false],
        ['message/user', false],
        ['part/text', false],
        ['message/assistant', false],
        ['part/tool', true],
      ],
    );
    assert.deepEqual(rows[2]?.record, {
      id: 'prt_1',
      messageID: 'msg_1',
      sessionID: 'ses_1',
      type: 'text',
      text: 'hi',
    });
    const before = await readFile(path);
    database.exec(
      `UPDATE part SET time_updated = ${now + 1}, data = '{"type":"tool","state":{"status":"completed"}}' WHERE id = 'prt_2'`,
    );
    assert.deepEqual(await readFile(path), before, 'reading never checkpoints');
    assert.notEqual((await find())[0]?.stamp, sources[0]?.stamp);
    database.close();

    const storage = '.local/share/opencode/storage';
    await machine.write(`${storage}/session/p/ses_0.json`, '{"id":"ses_0","directory":"/p"}');
    await machine.write(`${storage}/session/p/ses_1.json`, '{"id":"ses_1","directory":"/p"}');
    await machine.write(`${storage}/message/ses_0/msg_0.json`, '{"id":"msg_0","role":"user"}');
    await machine.write(`${storage}/part/msg_0/prt_0.json`, '{"id":"prt_0","type":"text"}');
    const old = (await find()).find((source) => source.externalId === 'ses_0');
    assert.deepEqual(
      (await rowsOf(old)).map((row) => row.id),
      ['ses_0', 'msg_0', 'prt_0'],
    );
    assert.equal((await find()).length, 3);
  });
});

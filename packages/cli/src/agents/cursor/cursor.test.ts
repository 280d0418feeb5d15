import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const longAgo = new Date('2026-06-01T09:00:00Z');

describe("Cursor's databases", () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  async function editor(flavour: string, conversations: [id: string, updated: number][]) {
    const path = await machine.write(`${flavour}/User/globalStorage/state.vscdb`, '');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)');
    const put = (key: string, value: object | string) =>
      database
        .prepare('INSERT INTO cursorDiskKV VALUES (?, ?)')
        .run(key, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
    put('composerData:broken', '{no json');
    for (const [id, updated] of conversations) {
      put(`composerData:${id}`, {
        name: 'Hello',
        createdAt: updated,
        lastUpdatedAt: updated,
        workspaceIdentifier: { uri: { fsPath: machine.root } },
        fullConversationHeadersOnly: [
          { bubbleId: 'z1', type: 1 },
          { bubbleId: 'a2', type: 2 },
        ],
        text: 'private draft',
      });
      put(`bubbleId:${id}:z1`, { bubbleId: 'z1', type: 1, text: `Hi ${id}`, richText: 'private' });
      put(`bubbleId:${id}:a2`, { bubbleId: 'a2', type: 2, text: 'Ho' });
      put(`bubbleId:${id}:b9`, { bubbleId: 'b9', type: 2, text: 'taken back' });
    }
    database.close();
  }

  it('a conversation of the editor is read when it rests, in the order of its headers, and not if it has a transcript', async () => {
    await editor('.config/Cursor', [
      ['c1', longAgo.getTime()],
      ['c2', Date.now()],
      ['c3', longAgo.getTime()],
      ['task-call_x\nfc_y', longAgo.getTime()],
    ]);
    await machine.write(
      '.cursor/projects/p/agent-transcripts/c3/c3.jsonl',
      '{"role":"user","message":{"content":"Hi"}}\n',
    );
    const cursor = agentOf('cursor');
    const sources = (await cursor?.find(machine.where)) ?? [];
    assert.deepEqual(sources.map((source) => [source.externalId, source.path.includes('vscdb')]).sort(), [
      ['c1', true],
      ['c2', true],
      ['c3', false],
      ['task-call_x.fc_y', true],
    ]);
    const [second] = sources.filter((source) => source.externalId === 'c2');
    assert.deepEqual(
      second && (await cursor?.rows?.(second)),
      [{ id: 'waiting', record: { type: 'waiting' }, unsettled: true }],
      'a conversation in use is taken later',
    );
    const [first] = sources.filter((source) => source.externalId === 'c1');
    assert.doesNotMatch(JSON.stringify(first && (await cursor?.rows?.(first))), /private|taken back/);
    const session = (await readSessions('cursor', machine)).get('c1');
    assert.deepEqual(session?.told, ['prompt Hi c1', 'reply Ho']);
    assert.equal(session?.cwd, machine.root);
  });

  it('a chat of the command line is what its root reaches, also when blobs list each other', async () => {
    const path = await machine.write('.cursor/chats/0f/agent-1/store.db', '');
    const database = new DatabaseSync(path);
    database.exec(
      'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT, value TEXT)',
    );
    const put = (data: Buffer): string => {
      const id = createHash('sha256').update(data).digest('hex');
      database.prepare('INSERT INTO blobs VALUES (?, ?)').run(id, data);
      return id;
    };
    const message = (role: string, text: string) =>
      put(Buffer.from(JSON.stringify({ role, content: [{ type: 'text', text }] })));
    const name = (id: string) => Buffer.concat([Buffer.from([0x0a, 32]), Buffer.from(id, 'hex')]);
    const asked = message('user', '<user_query>Hi</user_query>');
    message('assistant', 'a branch given up');
    const answered = message('assistant', 'Ho');
    const inner = put(name(answered));
    const ring = 'f'.repeat(64);
    database.prepare('INSERT INTO blobs VALUES (?, ?)').run(ring, Buffer.concat([name(ring), name(asked)]));
    // A number, a nested message and a broken end stand beside the names.
    const nested = Buffer.concat([Buffer.from([0x12, 34]), name(inner)]);
    const root = put(
      Buffer.concat([Buffer.from([0x18, 0x96, 0x01]), name(ring), nested, Buffer.from([0x0a, 0x7f, 1])]),
    );
    const meta = JSON.stringify({
      agentId: 'agent-1',
      latestRootBlobId: root,
      name: 'Hello',
      createdAt: longAgo.getTime(),
    });
    database.prepare('INSERT INTO meta VALUES (?, ?)').run('0', Buffer.from(meta).toString('hex'));
    database.close();
    assert.deepEqual(
      (await readSessions('cursor', machine)).get('agent-1')?.told,
      [],
      'it may still be written to',
    );
    await utimes(path, longAgo, longAgo);
    const session = (await readSessions('cursor', machine)).get('agent-1');
    assert.deepEqual(session?.told, ['prompt Hi', 'reply Ho']);
    assert.equal(session?.reader.summary().title, 'Hello');
  });
});

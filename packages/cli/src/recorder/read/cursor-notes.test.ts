import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { startFakeServer } from '../../testing/fake-server.ts';
import { createMachine } from '../../testing/machine.ts';
import { noteCursor } from './cursor-notes.ts';

it("Cursor's hooks tell what its transcripts do not: folder and model, once, without the e-mail", async () => {
  const server = await startFakeServer();
  const machine = await createMachine();
  const directory = join(machine.root, 'spool');
  const payload = {
    hook_event_name: 'stop',
    conversation_id: 'k1',
    model: 'm-1',
    workspace_roots: ['/src/app'],
    user_email: 'a@b.c',
  };
  for (let i = 0; i < 3; i++) await noteCursor(directory, payload);
  await noteCursor(directory, { ...payload, conversation_id: '../evil' });
  await machine.write(
    '.cursor/projects/p/agent-transcripts/k1/k1.jsonl',
    '{"role":"user","message":{"content":[]}}\n',
  );
  const recorder = await machine.recorder(server.url);
  await recorder.scan();
  await recorder.uploader.drained();
  await recorder.close();
  const [session] = server.sessions.values();
  assert.equal(session?.body.repoRoot, '/src/app');
  assert.deepEqual(
    session?.events.map((event) => event.eventType),
    ['user', 'hook_event_name'],
  );
  assert.deepEqual(session?.events[1]?.payload, {
    hook_event_name: 'stop',
    conversation_id: 'k1',
    model: 'm-1',
    workspace_roots: ['/src/app'],
  });
  await server.close();
  await machine.remove();
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { agents } from '../../agents/registry.ts';
import { digest, startFakeServer, testSecret } from '../../testing/fake-server.ts';
import { createMachine } from '../../testing/machine.ts';
import { noRedaction } from '../read/redact.ts';
import { createEnrolment, registerMachine } from '../send/enrolment.ts';
import { createThreadedFetch } from '../send/http-thread.ts';
import { createWire } from '../send/wire.ts';
import { createRecorder } from './recorder.ts';

/** Repeats itself from run to run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const name = 'memory of bodies is used again by none that the server does not have yet, whatever fails';

// A body that was overwritten is refused by the server again and again: the upload would never end.
it(name, { timeout: 60_000 }, async () => {
  const random = randomFrom(7);
  const server = await startFakeServer({ rate: 0.3, random }, digest);
  const machine = await createMachine();
  const thread = createThreadedFetch();
  const wire = createWire({ server: server.url, secret: async () => testSecret, fetch: thread.fetch });
  try {
    const expected = new Map<string, string[]>();
    for (let session = 0; session < 8; session++) {
      const records = Array.from({ length: 400 }, (_, n) => ({
        type: 'user',
        uuid: `${session}-${n}`,
        text: String.fromCharCode(97 + (n % 26)).repeat(200 + Math.floor(random() * 6000)),
      }));
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      await machine.write(`.claude/projects/-p/reuse-${session}.jsonl`, lines);
      expected.set(`reuse-${session}`, records.map(digest));
    }
    machine.settings.environmentId = 'env_00000000000000000000';
    for (let registered = false; !registered; )
      registered = await registerMachine(wire, machine.settings.machineId, 'me@here').then(
        () => true,
        () => false,
      );
    const recorder = await createRecorder({
      directory: join(machine.root, 'spool'),
      memory: join(machine.root, 'memory'),
      settings: () => machine.settings,
      agents,
      where: machine.where,
      wire,
      enrolment: createEnrolment(wire, machine.settings, async () => {}),
      redaction: noRedaction(),
      delay: () => 1,
    });
    await recorder.scan({ since: 0, roomBytes: 2 * 1024 * 1024 });
    await recorder.uploader.drained();
    await recorder.close();
    for (const [externalId, digests] of expected)
      assert.deepEqual(
        server.eventsOf(externalId).map((event) => event.payload),
        digests,
      );
  } finally {
    await thread.close();
    await server.close();
    await machine.remove();
  }
});

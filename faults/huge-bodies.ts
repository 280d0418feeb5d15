import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { call, judgeShape } from './kit/answer.ts';
import { type Fault, pause, percentile } from './kit/fault.ts';
import { World } from './kit/world.ts';

interface Attack {
  name: string;
  statuses: readonly number[];
  body: Buffer;
  gzip?: boolean;
}

const mega = 1024 * 1024;
const batch = (payload: string, copies = 1) =>
  Buffer.from(`{"events":[${Array(copies).fill(`{"eventType":"e","payload":${payload}}`).join()}]}`);

const attacks = (): Attack[] => [
  { name: 'one byte too many', statuses: [413], body: Buffer.alloc(16 * mega + 1, ' ') },
  { name: 'gzip bomb', statuses: [413], body: gzipSync(Buffer.alloc(200 * mega, ' ')), gzip: true },
  { name: '12 MB of [', statuses: [400], body: batch('['.repeat(12 * mega)) },
  { name: '50 of the largest', statuses: [200, 202], body: batch(`"${'x'.repeat(262_142)}"`, 50) },
  { name: 'one payload too large', statuses: [400], body: batch(`"${'x'.repeat(262_143)}"`) },
  {
    name: '10 MB of keys',
    statuses: [400],
    body: batch(`{${Array.from({ length: 700_000 }, (_, index) => `"k${index}":0`).join()}}`),
  },
];

/** Bodies made to hurt, four at a time, while somebody else just wants an answer. */
export const hugeBodies: Fault = {
  name: 'huge-bodies',
  promise: 'R13',
  unit: 'of each kind',
  arrangements: ['sqlite'],
  short: 4,
  full: 100,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const sessionId = await world.openSession();
    const kinds = attacks();
    const times: number[] = [];
    let attacking = true;
    let memory = 0;
    const bystander = (async () => {
      while (attacking) {
        times.push((await call(world.url, { path: '/config' })).milliseconds);
        memory = Math.max(memory, world.server.memory());
        await pause(20);
      }
    })();
    const wrong: string[] = [];
    let number = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (number < kinds.length * count) {
          const attack = kinds[number++ % kinds.length] as Attack;
          const status = await send(world, sessionId, attack);
          // A server that stops reading may close before the answer arrives; it has refused all the same.
          const refused = status === 0 && attack.statuses[0] === 413;
          if (!refused && !attack.statuses.includes(status)) wrong.push(`${attack.name}: ${status}`);
        }
      }),
    );
    attacking = false;
    await bystander;
    assert.deepEqual(wrong, []);
    const figures = {
      attacks: number,
      wrong: wrong.length,
      'bystander p99 ms': Math.round(percentile(times, 0.99)),
      'peak MB': Math.round(memory),
    };
    assert.ok(memory <= 600, JSON.stringify(figures));
    return figures;
  },
};

function send(world: World, sessionId: string, attack: Attack): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      new URL(`/v1/sessions/${sessionId}/events`, world.url),
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.team.secret}`,
          'content-type': 'application/json',
          'content-length': attack.body.byteLength,
          ...(attack.gzip && { 'content-encoding': 'gzip' }),
        },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('error', () => resolve(0));
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          judgeShape({ status, headers: response.headers, body });
          resolve(status);
        });
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(attack.body);
  });
}

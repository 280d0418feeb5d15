import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it } from 'node:test';
import { checkErrorBody } from '../../../testing/answer.ts';
import { Dice } from '../../../testing/fuzz/dice.ts';
import { brokenBytes, mutated } from '../../../testing/fuzz/mutation.ts';
import { type FuzzRequest, validRequests } from '../../../testing/fuzz/valid-request.ts';
import { answersIn, raw } from '../../../testing/http/raw.ts';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { aTeam } from '../../../testing/team.ts';

/** FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it longer: 20000 before a release. A quarter goes out as raw bytes. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const counts = { sqlite: 5000, postgres: 2000 };
const lanes = 24;

function judge(status: number, text: string): void {
  assert.ok(status < 500, `${status} ${text}`);
  if (status >= 400) checkErrorBody(status, text);
  // A mangled path may turn out to be `/`, which is the dashboard.
  else if (status !== 204 && text !== '' && !text.startsWith('<!doctype html>')) JSON.parse(text);
}

/** Sends what node:http agrees to send; the rest of the header space belongs to the raw half. */
function sendOver(agent: Agent, port: number, { method, path, headers, body }: FuzzRequest) {
  return new Promise<{ status: number; text: string } | undefined>((resolve, reject) => {
    let outgoing: ReturnType<typeof request>;
    try {
      const length = { 'Content-Length': String(body.length) };
      outgoing = request({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...length },
      });
    } catch {
      resolve(undefined);
      return;
    }
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode as number, text: Buffer.concat(chunks).toString() });
      });
    });
    // A refusal with Connection: close may overtake our own writing.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(undefined) : reject(error),
    );
    outgoing.end(body);
  });
}

onEveryEngine('fuzz', (server, engine) => {
  it('R14, R15, R18, R19 nothing that can be sent breaks the server or the shape of its errors', async (test) => {
    const total = Number(process.env.FUZZ_REQUESTS ?? counts[engine]);
    test.diagnostic(`${engine}: ${total} requests, FUZZ_SEED=${seed}`);
    const team = await aTeam(server());
    const valid = validRequests(team);
    const agent = new Agent({ keepAlive: true, maxSockets: lanes });
    const port = Number(new URL(server().url).port);
    const statuses = new Map<number, number>();
    let next = 0;
    let unanswered = 0;

    async function one(index: number): Promise<void> {
      const dice = new Dice(seed + index * 7919);
      const hostile = mutated(dice, dice.of(valid));
      const bytes = index % 4 === 0 ? brokenBytes(dice, hostile) : undefined;
      try {
        const answers = bytes
          ? answersIn(await raw(server().url, bytes, { end: true })).map(({ status, body }) => ({
              status,
              text: body,
            }))
          : [await sendOver(agent, port, hostile)].filter((answer) => answer !== undefined);
        if (answers.length === 0) unanswered++;
        for (const { status, text } of answers) {
          if (status === 100) continue;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          judge(status, text);
        }
      } catch (error) {
        const shown =
          bytes?.toString('latin1') ?? JSON.stringify({ ...hostile, body: hostile.body.toString('latin1') });
        throw new Error(`request ${index} of FUZZ_SEED=${seed}: ${shown.slice(0, 2000)}`, { cause: error });
      }
    }

    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (next < total) await one(next++);
      }),
    );
    agent.destroy();
    test.diagnostic(
      `${engine}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, ${unanswered} cut off`,
    );
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal((await send(server(), 'GET', '/health')).status, 200);
    // What was accepted in between is whole and in order.
    let expected = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { sessionId } = team;
      const page = await team.owner.client.listEvents({ sessionId, limit: 200, ...(cursor && { cursor }) });
      for (const { sequence } of page.events) assert.equal(sequence, ++expected);
      cursor = page.nextCursor;
    }
    const { session } = await team.owner.client.getSession({ sessionId: team.sessionId });
    assert.equal(session.eventCount, expected);
    assert.ok(expected > 0 && (statuses.get(200) ?? 0) > 0);
  });
});

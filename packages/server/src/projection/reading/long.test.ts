import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes, FoundMatches, Outline, TranscriptWindow } from '@debrief/contract';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { longSession } from '../../../testing/session/long-session.ts';
import { aTeam, type Team } from '../../../testing/team.ts';

/**
 * A long session, appended, folded and read through the API. The main thread may never work for long at a time, because
 * everybody else waits meanwhile. LONG_EVENTS=1000000 makes it a million.
 */

const events = Number(process.env.LONG_EVENTS ?? 30_000);
const batch = 50;
const maxSliceMs = 200;
const maxMegabytes = 1200;

/** Processor time of this thread between two looks of a timer: no piece of work in between took longer. */
class Slices {
  #longest = 0;
  #last = process.threadCpuUsage();
  readonly #timer = setInterval(() => {
    const now = process.threadCpuUsage();
    const used = now.user + now.system - this.#last.user - this.#last.system;
    this.#last = now;
    this.#longest = Math.max(this.#longest, used / 1000);
  }, 1);

  stop(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }
}

describe(`a session of ${events} events`, () => {
  let server: TestServer;
  let team: Team;
  let sessionId: string;
  let token: string;

  /** The answer as text, and the longest piece of work until it was there. */
  async function ask(path: string): Promise<string> {
    const slices = new Slices();
    const url = `${server.url}/v1/organizations/me/sessions/${sessionId}/${path}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const bytes = await response.arrayBuffer();
    await sleep(5);
    const longest = slices.stop();
    const text = Buffer.from(bytes).toString();
    assert.equal(response.status, 200, `${path}: ${text.slice(0, 300)}`);
    assert.ok(
      isWithin(longest, maxSliceMs),
      `${path} took ${longest.toFixed(0)} ms of the main thread at once`,
    );
    return text;
  }
  const read = async <Answer>(path: string) => JSON.parse(await ask(path)) as Answer;

  it('is appended and folded in bounded memory', async () => {
    server = await testServer('sqlite');
    team = await aTeam(server);
    const { subject, email } = team.owner;
    // A million events take longer than a token lasts.
    token = await server.issuer.token({ subject, email, expiresIn: 4 * 3600 });
    ({ sessionId } = await team.machine.openSession({
      environmentId: team.environmentId,
      agentInstallationId: team.installationId,
    }));
    const some: { eventType: string; payload: object }[] = [];
    const send = () => team.machine.appendEvents({ sessionId, events: some.splice(0) });
    for (const payload of longSession(events)) {
      if (some.push({ eventType: 'x', payload }) === batch) await send();
    }
    if (some.length > 0) await send();
    let megabytes = 0;
    for (const begun = Date.now(); ; await sleep(200)) {
      megabytes = Math.max(megabytes, process.memoryUsage.rss() / 1e6);
      const { state } = await read<TranscriptWindow>('transcript?limit=1');
      assert.notEqual(state, 'unreadable');
      if (state === 'current') break;
      assert.ok(Date.now() - begun < 10 * events, 'folded in time');
    }
    assert.ok(megabytes < maxMegabytes, `${megabytes.toFixed(0)} MB`);
  });

  it('shows a window anywhere', async () => {
    for (const at of [1, Math.floor(events / 2), Math.floor(events * 0.9)]) {
      const window = await read<TranscriptWindow>(`transcript?at=${at}&limit=100`);
      const entry = window.entries[(window.index as number) - window.from];
      assert.ok(entry?.sequences.includes(at), `#${at}: ${entry?.sequences}`);
      assert.equal(window.foldedTo, events);
    }
  });

  it('gives its skeleton, outline and changes', async () => {
    const skeleton = await read<{ total: number; parts: { kinds: string }[] }>('transcript/skeleton');
    assert.equal(
      skeleton.parts.reduce((sum, { kinds }) => sum + kinds.length, 0),
      skeleton.total,
    );
    const outline = await read<Outline>('outline');
    assert.ok(outline.totalTurns > 1 && outline.totalLanes > 1 && outline.total === skeleton.total);
    const changes = await read<Changes>('changes');
    assert.equal(changes.totalFiles, 400);
    const file = await read<Changes>('changes?path=%2Frepo%2Fsrc%2Fpart-7.ts');
    assert.ok((file.file?.hunks.length ?? 0) > 0);
  });

  it('finds what is in its last event, in as many requests as it takes', async () => {
    const last = Math.floor(events / 6) - 1;
    let cursor: string | null = '';
    const found: number[] = [];
    let requests = 0;
    for (; cursor !== null; requests++) {
      const page: FoundMatches = await read(`find?q=%22needle-${last}%22${cursor && `&after=${cursor}`}`);
      found.push(...page.matches.map(({ sequence }) => sequence));
      cursor = page.nextCursor;
    }
    assert.ok(found.includes(last * 6 + 2), `${found} in ${requests} requests`);
  });

  it('stops', async () => server[Symbol.asyncDispose]());
});

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentId, Changes, Outline, SessionFindings, TranscriptWindow } from '@debrief/contract';
import { splitRecord } from '@debrief/transcript';
import {
  isPresent,
  type RecordedFile,
  recordedFiles,
  workSessions,
} from '../../../../transcript/src/testing/corpus.ts';
import { fixtures } from '../../../../transcript/src/testing/fixtures.ts';
import { engines, runStatement } from '../../../testing/engine.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { aTeam, type Team } from '../../../testing/team.ts';
import { projectionSchema } from '../../domain/projection-version.ts';
import type { Engine } from '../../store/database.ts';
import { projectionPath } from '../sqlite-schema.ts';

/**
 * What is derived while events arrive, piece by piece and over a restart, is what a rebuild derives from the log: every
 * reading route gives the same bytes. REBUILD_ALL=1 takes every recording beside the repository, with all of its entries
 * and files; the suite takes a few.
 */

const isAll = process.env.REBUILD_ALL === '1';
/** Of one recording in the suite: the rest of a long one is more of the same. */
const maxRecords = isAll ? Number.POSITIVE_INFINITY : 60;
const maxEach = isAll ? Number.POSITIVE_INFINITY : 1;
const maxRecordings = 5;

/** Our own fixture of each agent, and real recordings: one of each of a few agents, or all there are. */
function recordings(engine: Engine): RecordedFile[] {
  if (isAll) return [...fixtures, ...(isPresent ? recordedFiles() : []), ...workSessions()];
  const first = new Map<string, RecordedFile>();
  for (const file of isPresent ? recordedFiles() : []) {
    if (first.size === maxRecordings) break;
    if (file.records.length >= 5 && !first.has(file.agent)) first.set(file.agent, file);
  }
  const some = [...fixtures, ...first.values()];
  // Agents differ in their records, engines in how pages are stored: not every pair has to be tried each time.
  return engine === 'sqlite' ? some : some.filter((_, at) => at % 5 === 0);
}

interface Session {
  name: string;
  sessionId: string;
  /** Not yet sent. */
  events: { eventType: string; payload: unknown }[];
}

async function open(team: Team, { agent, name, records }: RecordedFile): Promise<Session> {
  const { environmentId, machine } = team;
  const agentId = agent as AgentId;
  const { installationId } = await machine.registerInstallation({ environmentId, agentId });
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId: installationId,
    agentId,
  });
  return {
    name: `${agent} ${name}`,
    sessionId,
    events: records.slice(0, maxRecords).flatMap((record) => splitRecord(record)),
  };
}

/** Sends some more of every session in turn, so that each is folded in many small steps. */
async function send({ machine }: Team, sessions: readonly Session[], events: (all: number) => number) {
  const left = new Map(sessions.map((session) => [session, events(session.events.length)]));
  for (let size = 1; left.size > 0; size = (size % 7) + 1) {
    for (const [session, count] of left) {
      const some = session.events.splice(0, Math.min(size, count));
      if (some.length > 0) await machine.appendEvents({ sessionId: session.sessionId, events: some });
      if (some.length < count) left.set(session, count - some.length);
      else left.delete(session);
    }
  }
}

/** Every route that shows what is derived of a session, as the text it answers. */
class Reader {
  readonly answers = new Map<string, string>();
  readonly #url: string;
  readonly #token: string;

  constructor(server: TestServer, sessionId: string, token: string) {
    this.#url = `${server.url}/v1/organizations/me/sessions/${sessionId}`;
    this.#token = token;
  }

  async #ask<Answer>(path: string): Promise<Answer> {
    const response = await fetch(this.#url + path, { headers: { authorization: `Bearer ${this.#token}` } });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text}`);
    this.answers.set(path, text);
    return JSON.parse(text);
  }

  async untilFolded(): Promise<void> {
    for (const begun = Date.now(); ; await sleep(30)) {
      const { state } = await this.#ask<TranscriptWindow>('/transcript?limit=1');
      // Findings are derived by a step of their own, which may be a little later.
      const { isCurrent } = await this.#ask<SessionFindings>('/findings');
      if (state !== 'behind' && isCurrent) return;
      assert.ok(Date.now() - begun < 120_000, 'not folded in time');
    }
  }

  async readAll(): Promise<Map<string, string>> {
    await this.untilFolded();
    for (const part of ['', '/links', '/brief']) await this.#ask(part);
    const { lanes } = await this.#ask<Outline>('/outline?limit=200');
    for (const lane of [0, ...lanes.map((one) => one.lane)]) {
      await this.#ask(`/transcript/skeleton?lane=${lane}`);
      await this.#readLane(lane);
    }
    const { files } = await this.#ask<Changes>('/changes?limit=200');
    for (const { path } of files.slice(0, maxEach))
      await this.#ask(`/changes?path=${encodeURIComponent(path)}`);
    for (const words of ['the file', '"e"']) await this.#ask(`/find?q=${encodeURIComponent(words)}&limit=50`);
    return this.answers;
  }

  async #readLane(lane: number): Promise<void> {
    const limit = 100;
    for (let from = 0, total = 1; from < total; from += limit) {
      const window = await this.#ask<TranscriptWindow>(
        `/transcript?lane=${lane}&from=${from}&limit=${limit}`,
      );
      total = window.total;
      for (const { id } of window.entries.slice(0, maxEach)) await this.#ask(`/transcript/entries/${id}`);
    }
  }
}

for (const engine of engines) {
  describe(`derived again on ${engine}`, () => {
    it('every reading route, findings and links answer with the same bytes', async (t) => {
      if (!isPresent) t.diagnostic('no transcripts beside the repository: only our own fixtures were read');
      await using server = await testServer(engine);
      const team = await aTeam(server);
      const { subject, email } = team.owner;
      const token = await server.issuer.token({ subject, email, expiresIn: 4 * 3600 });
      const sessions: Session[] = [];
      for (const file of recordings(engine)) sessions.push(await open(team, file));
      const readEach = async () => {
        const all = new Map<string, string>();
        for (const { name, sessionId } of sessions) {
          const answers = await new Reader(server, sessionId, token).readAll();
          for (const [path, text] of answers) all.set(`${name} ${path}`, text);
        }
        return all;
      };

      await send(team, sessions, (events) => Math.floor(events / 2));
      await server.restart();
      await send(team, sessions, (events) => events);
      const live = await readEach();
      await server.restart(async () => {
        const { database } = server.config;
        if (database.engine === 'postgres')
          await runStatement(database, `drop schema ${projectionSchema} cascade`);
        else rmSync(projectionPath(database.path));
      });
      const again = await readEach();
      assert.deepEqual([...again.keys()], [...live.keys()]);
      // Only what differs: all of it is some hundred megabytes.
      const different = [...live].filter(([name, text]) => again.get(name) !== text);
      assert.deepEqual(
        different.map(([name, text]) => ({ name, live: text, again: again.get(name) })),
        [],
      );
      t.diagnostic(`${sessions.length} sessions, ${live.size} answers`);
    });
  });
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildRequest, type Route, type RouteName, routes } from '@debrief/contract';
import { lineHash } from '@debrief/links';
import {
  contentInputs,
  type PlantedContent,
  plantContent,
} from '../../../../testing/access/planted-content.ts';
import { accessStates, bring, people, type Who } from '../../../../testing/access/states.ts';
import { type Reply, send } from '../../../../testing/request.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';

/**
 * Everybody × held or not × who may see × every route of the table: whoever may not read a session is refused it, and
 * finds no word of it anywhere, nor is it counted where it was looked for by its words.
 */

const all = Object.entries(routes) as [RouteName, Route][];
const isForMembers = ({ credential, role }: Route) => credential === 'jwt' && role !== 'signed-in';
const ofOne = all.filter(([, row]) => row.content === 'session');
const few = ofOne.filter(([name]) => name === 'getTranscript' || name === 'listEvents');
const ofMany = all.filter(([, row]) => row.content === 'sessions');

/** What shows words of the session to whoever may read it: so the word is where it is looked for. */
const shows = new Set<RouteName>([
  ...(['listTitles', 'listEvents', 'getFindings', 'listThreads', 'getTranscript', 'getOutline'] as const),
  ...(['getBrief', 'getChanges', 'getFileAt', 'findInSession', 'listSessions', 'getSession'] as const),
  ...([
    'searchSessions',
    'findLinks',
    'findPriorWork',
    'getRepository',
    'listCommits',
    'listAudit',
    'exportOrganization',
    'backtestRule',
    'tryCheck',
    'getLessonEffect',
    'listLessonEffects',
  ] as const),
]);
/** Of a line of the inbox, of a number, and of words that whoever asks wrote themselves (own-data.test.ts). */
const apart = new Set<RouteName>(['changeNotification', 'streamInbox', 'downloadOwnData']);
/** By which a reviewer is done. */
const answers = new Set<RouteName>(['declineReview', 'submitReview']);

/** One request as a person; of a stream only whether it begins. */
async function ask(server: TestServer, token: string, name: RouteName, input: object): Promise<Reply> {
  const row: Route = routes[name];
  const { method, path, body } = buildRequest(name, input as Record<string, unknown>);
  if (row.contentType !== 'text/event-stream') {
    return send(server, method, path, { credential: token, ...(body && { json: JSON.parse(body) }) });
  }
  const stop = new AbortController();
  const { status, headers } = await fetch(server.url + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  stop.abort();
  return { status, headers, text: '', body: {}, code: status === 403 ? 'session_not_shared' : undefined };
}

/** One person who looks at the planted session, and whether they may read it. */
class Look {
  readonly #server: TestServer;
  readonly #planted: PlantedContent;
  readonly #who: Who;
  readonly #isReader: boolean;
  readonly #label: string;
  asked = 0;

  constructor(server: TestServer, planted: PlantedContent, who: Who, isReader: boolean, label: string) {
    this.#server = server;
    this.#planted = planted;
    this.#who = who;
    this.#isReader = isReader;
    this.#label = `as ${who}, ${label}`;
  }

  #ask(name: RouteName, input: object): Promise<Reply> {
    this.asked++;
    return ask(this.#server, this.#planted[this.#who].token, name, input);
  }

  async #answer<Answer>(name: RouteName, input: object): Promise<Answer> {
    return (await this.#ask(name, input)).body as Answer;
  }

  #lacksRole(name: RouteName): boolean {
    return (routes[name] as Route).role === 'admin' && this.#who !== 'admin';
  }

  #inputOf(name: RouteName): object {
    const input = contentInputs(this.#planted)[name];
    assert.ok(input, `${name} has content: say in testing/access/planted-content.ts what it is asked`);
    return input;
  }

  /** Refused, in words without content, or not. */
  async one(name: RouteName): Promise<void> {
    const { sessionId, word } = this.#planted;
    // Whoever has answered is asked no more, and may then not read it.
    if (this.#isReader && this.#who === 'ben' && answers.has(name)) return;
    if (this.#lacksRole(name)) return;
    const { status, code, text } = await this.#ask(name, { sessionId, ...this.#inputOf(name) });
    const what = `${name} ${this.#label}: ${status} ${text.slice(0, 200)}`;
    if (this.#isReader) {
      assert.ok(code !== 'session_not_shared' && code !== 'validation_error' && status < 500, what);
      if (shows.has(name)) assert.ok(text.includes(word), what);
    } else {
      assert.deepEqual([status, code], [403, 'session_not_shared'], what);
      assert.ok(!text.includes(word), what);
    }
  }

  /** Answered without a word of it, or with one. */
  async many(name: RouteName): Promise<void> {
    const { sessionId, word } = this.#planted;
    const row: Route = routes[name];
    const input = this.#inputOf(name);
    if (this.#lacksRole(name)) return;
    const named = row.path.includes('{sessionId}') ? { sessionId, ...input } : input;
    const { status, text, body } = await this.#ask(name, named);
    const what = `${name} ${this.#label}: ${status} ${text.slice(0, 300)}`;
    assert.ok(status < 300, what);
    if (!this.#isReader) assert.ok(!text.includes(word), what);
    else if (shows.has(name)) assert.ok(text.includes(word), what);
    const { item } = body as { item?: { session: { sessionId: string } } };
    if (item) await this.#ask('putBack', { sessionId: item.session.sessionId });
    if (name === 'doMany') assert.equal((body.done as string[]).length, this.#isReader ? 1 : 0, what);
  }

  /** The record is there for everybody. It says who may not read it, and how it would be found by its words. */
  async record(): Promise<Listed> {
    const { sessionId, word, path } = this.#planted;
    // It may be judged anew between the two answers.
    const both = async () => {
      const { session } = await this.#answer<{ session: Listed }>('getSession', { sessionId });
      const { sessions } = await this.#answer<{ sessions: Listed[] }>('listSessions', {});
      return { session, listed: sessions.find((one) => one.sessionId === sessionId) };
    };
    let { session, listed } = await both();
    const top = (one: Listed | undefined) => JSON.stringify(one?.findings?.top);
    for (let tries = 0; tries < 20 && top(listed) !== top(session); tries++)
      ({ session, listed } = await both());
    assert.equal(session.access?.mayRead ?? true, this.#isReader, this.#label);
    assert.equal(session.statistics?.prompts, 1, 'figures are no content');
    assert.deepEqual(listed?.access, session.access, this.#label);
    assert.deepEqual(listed?.findings?.top, session.findings?.top);
    assert.ok((listed?.findings?.top.length ?? 0) > 0, 'names of rules are shown');
    const found = this.#isReader ? 1 : 0;
    for (const filter of [{ q: word }, { file: path }, { q: word, sort: 'tokens' }]) {
      const asked = { ...filter, totals: 'true' };
      const some = await this.#answer<{ sessions: Listed[]; totals: { sessions: number } }>(
        'listSessions',
        asked,
      );
      const counted = [some.sessions.length, some.totals.sessions];
      assert.deepEqual(counted, [found, found], `${JSON.stringify(filter)} ${this.#label}`);
    }
    for (const order of ['relevance', 'recent', 'exact']) {
      const { hits } = await this.#answer<{ hits: object[] }>('searchSessions', { q: word, order });
      assert.equal(hits.length, found, `search by ${order} ${this.#label}`);
    }
    return session;
  }

  /** A link to what may not be read does not break; what is found by names of files is not found. */
  async links(session: Listed): Promise<void> {
    const { path, sha, line, repository } = this.#planted;
    const found = this.#isReader ? 1 : 0;
    const touched = await this.#answer<{ sessions: object[] }>('findLinks', { path });
    assert.equal(touched.sessions.length, found, `links of a file ${this.#label}`);
    const asked = { commit: sha, line: String(lineHash(line)) };
    const behind = await this.#answer<{ links: { session: Listed }[]; line?: object }>('findLinks', asked);
    assert.equal(behind.links.length, 1);
    assert.deepEqual(behind.links[0]?.session.access, session.access);
    assert.equal(behind.line !== undefined, this.#isReader, `the origin of a line ${this.#label}`);
    const { files } = await this.#answer<{ files: object[] }>('getRepository', { repository });
    assert.equal(files.length, found, `files of the repository ${this.#label}`);
  }

  /** Whoever was told of it is not told any more, and the counts agree with the lists. */
  async turns(): Promise<void> {
    const today = await this.#answer<{ turn: number }>('getToday', {});
    const queue = await this.#answer<{ items: object[]; turn: number }>('listReviews', { tab: 'turn' });
    const inbox = await this.#answer<{ notifications: object[]; unread: number }>('listInbox', {});
    assert.equal(today.turn, queue.turn, this.#label);
    assert.equal(queue.items.length, queue.turn, this.#label);
    assert.equal(inbox.notifications.length, inbox.unread, this.#label);
    if (this.#who !== 'ada' && this.#who !== 'ben') return;
    const told = [queue.turn, inbox.unread > 0];
    assert.deepEqual(told, this.#isReader ? [1, true] : [0, false], this.#label);
  }
}

onEveryEngine('who reads', (server, engine) => {
  it('answers everybody exactly, in every state of a session', async (test) => {
    const planted = await plantContent(server());
    const known = new Set<Who>();
    let asked = 0;
    for (const state of accessStates) {
      const { name, readers } = state;
      await bring(server(), planted, state);
      for (const who of people) {
        const look = new Look(server(), planted, who, readers.includes(who), name);
        // Whoever may read gets the same every time.
        const isKnown = readers.includes(who) && known.has(who);
        if (readers.includes(who)) known.add(who);
        for (const [route] of isKnown ? few : ofOne) await look.one(route);
        for (const [route] of ofMany) if (!apart.has(route) && !isKnown) await look.many(route);
        await look.links(await look.record());
        await look.turns();
        asked += look.asked;
      }
    }
    test.diagnostic(`${engine}: ${asked} questions`);
  });
});

interface Listed {
  sessionId: string;
  access?: { mayRead: boolean; isHeld: boolean };
  statistics?: { prompts: number };
  findings?: { top: object[] };
}

it('every route says whether it shows content of sessions', () => {
  for (const [name, row] of all) {
    assert.ok(['session', 'sessions', 'none'].includes(row.content), name);
    // What names a session to a member shows it or acts on it, but for these: its readers, its end, who may read it.
    if (!row.path.includes('{sessionId}') || !isForMembers(row)) continue;
    const without = [
      ...['listReaders', 'removeSession', 'getErasure', 'holdSession', 'releaseSession'],
      ...['askAccess', 'listAccessRequests', 'decideAccess'],
    ];
    assert.equal(row.content === 'none', without.includes(name), name);
  }
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import {
  buildRequest,
  endpointKinds,
  forgeKinds,
  type Route,
  type RouteName,
  routes,
} from '@debrief/contract';
import {
  bodiesOf,
  callTool,
  chatKinds,
  inboxNumber,
  mailsOf,
  tracesOf,
} from '../../../../testing/access/channels.ts';
import {
  contentInputs,
  type PlantedContent,
  plantContent,
} from '../../../../testing/access/planted-content.ts';
import {
  type AccessState,
  accessStates,
  bring,
  people,
  type Who,
} from '../../../../testing/access/states.ts';
import { appAlone } from '../../../../testing/http/app.ts';
import { deliverGithub, githubPull } from '../../../../testing/links/delivery.ts';
import { aForge } from '../../../../testing/outbox/forge.ts';
import { send } from '../../../../testing/request.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import { stateCommits } from '../../../domain/outbox/commit-status.ts';
import { tools } from '../../mcp/tools.ts';

/**
 * Everybody × held or not × who may see × every way besides a signed-in person's requests (matrix.test.ts) by which words
 * of a session leave the server: tools of MCP, tokens, mails, digests, the inbox's number, webhooks, chat, the gate,
 * commit statuses, traces. What the operator writes as Parquet is in operator/parquet/parquet.test.ts.
 */

/** What each tool is asked; `shows`: whoever reads the session finds its word in the answer. */
const toolInputs = ({
  sessionId,
  path,
  repository,
  word,
  sha,
}: PlantedContent): Record<string, { input: object; shows: boolean }> => ({
  lessons_for: { input: { repository }, shows: false },
  prior_work: { input: { paths: [path], repository }, shows: true },
  search_sessions: { input: { query: word }, shows: true },
  session_brief: { input: { session: sessionId }, shows: true },
  read_session: { input: { session: sessionId }, shows: true },
  sessions_for: { input: { commit: sha }, shows: true },
  open_threads: { input: {}, shows: true },
  reply_thread: { input: { session: sessionId, thread: '1', body: 'Seen.' }, shows: false },
  usage: { input: {}, shows: false },
});

const all = Object.entries(routes) as [RouteName, Route][];
const isRead = ({ method, contentType, content }: Route) =>
  method === 'GET' && contentType === undefined && content !== 'none';
const withTokens = all.filter(([, row]) => isRead(row) && row.terminal);

interface Signed {
  jwt: string;
  personal: string;
  terminal: string;
}

const signIn = async ({ token: jwt, client }: PlantedContent[Who]): Promise<Signed> => ({
  jwt,
  personal: (await client.issueToken({ name: 'all', scopes: ['sessions:read', 'reviews:write'] })).token,
  terminal: (await client.signInTerminal({ machine: 'laptop' })).token,
});

/** A planted session, everybody's credentials, and a forge that is told of its commit. */
class Channels {
  readonly #server: TestServer;
  readonly #planted: PlantedContent;
  readonly #signed: Record<Who, Signed>;
  looked = 0;

  constructor(server: TestServer, planted: PlantedContent, signed: Record<Who, Signed>) {
    this.#server = server;
    this.#planted = planted;
    this.#signed = signed;
  }

  /** The word is there if it may be, and is not if it may not. */
  #holds(text: string, isShown: boolean, what: string): void {
    this.looked++;
    assert.equal(text.includes(this.#planted.word), isShown, `${what}: ${text.slice(0, 300)}`);
  }

  async mcp(who: Who, isReader: boolean, label: string): Promise<void> {
    for (const [name, { input, shows }] of Object.entries(toolInputs(this.#planted))) {
      const { text, isError } = await callTool(this.#server, this.#signed[who].personal, name, input);
      this.#holds(text, isReader && shows, `${name} ${label}`);
      if (isReader) assert.ok(!isError, `${name} ${label}: ${text}`);
      else assert.ok(isError || !text.includes(this.#planted.sessionId), `${name} ${label}: ${text}`);
    }
  }

  /** A token opens what its member may read, neither more nor less; that of a terminal is looked at `isFirst` alone. */
  async tokens(who: Who, label: string, isFirst: boolean): Promise<void> {
    const { sessionId } = this.#planted;
    const signed = this.#signed[who];
    for (const [name, row] of withTokens) {
      const input = {
        ...(row.path.includes('{sessionId}') && { sessionId }),
        ...contentInputs(this.#planted)[name],
      };
      const { method, path } = buildRequest(name, input);
      const told = async (credential: string) => {
        const { status, code, text } = await send(this.#server, method, path, { credential });
        this.looked++;
        return [name, label, status, code, text.includes(this.#planted.word)];
      };
      const own = await told(signed.jwt);
      assert.deepEqual(await told(signed.personal), own);
      if (isFirst) assert.deepEqual(await told(signed.terminal), own);
    }
  }

  /** What is there for nobody's eyes in particular has no word of a session, for whoever reads it, either. */
  async others(who: Who, label: string): Promise<void> {
    const { sessionId, environmentId, lessonId } = this.#planted;
    for (const [name, row] of all) {
      if (row.content !== 'none' || row.method !== 'GET' || row.credential !== 'jwt') continue;
      const known: Record<string, string> = { sessionId, environmentId, lessonId };
      const path = row.path.replace(/\{(\w+)\}/g, (_, part: string) => known[part] ?? 'x');
      const { text } = await send(this.#server, 'GET', path, { credential: this.#signed[who].jwt });
      this.#holds(text, false, `${name} ${label}`);
    }
  }

  async inbox(who: Who, label: string): Promise<void> {
    const { client } = this.#planted[who];
    const { unread } = await client.listInbox({});
    assert.equal(await inboxNumber(this.#server, this.#signed[who].jwt), unread, `the number ${label}`);
    this.looked++;
  }

  async mails(state: AccessState, nth: number): Promise<void> {
    const { sessionId } = this.#planted;
    const { own, digests, reason } = await mailsOf(this.#server, this.#planted, nth);
    for (const who of people) {
      const { email } = this.#planted[who];
      const isReader = state.readers.includes(who);
      const label = `of ${reason} to ${who}, ${state.name}`;
      const mail = own.get(email) ?? '';
      this.#holds(mail, isReader, `a mail ${label}`);
      assert.equal(mail.includes(sessionId), isReader, `a mail ${label}: ${mail}`);
      const digest = digests.get(email) ?? '';
      this.#holds(digest, false, `a digest ${label}`);
      assert.equal(digest.includes(sessionId), isReader, `a digest ${label}: ${digest}`);
    }
  }

  /** What nobody signs in to is told words of what every member reads. */
  async outside({ name, isForAll: isOpen, heldFor = 0 }: AccessState): Promise<void> {
    const isForAll = isOpen === true;
    for (const kind of chatKinds)
      for (const [type, body] of await bodiesOf(this.#server, this.#planted, kind))
        this.#holds(
          body,
          isForAll && /^(?:session|finding|review|thread)\./.test(type),
          `${type} for ${kind}, ${name}`,
        );
    const { sha, owner } = this.#planted;
    for (const titles of [true, false]) {
      const answer = await owner.client.askGate({ commits: [sha], titles });
      assert.equal(answer.sessions.length, 1, `the gate, ${name}`);
      this.#holds(JSON.stringify(answer), isForAll && titles, `the gate, titles ${titles}, ${name}`);
    }
    const traces = await tracesOf(this.#server, this.#planted);
    this.#holds(traces, isForAll, `traces, ${name}`);
    assert.equal(traces === '[]', heldFor > 1, `sent while it is held, ${name}: ${traces.slice(0, 200)}`);
    await stateCommits(this.#server.running.context);
  }
}

onEveryEngine(
  'what leaves the server',
  (server, engine) => {
    it('has words of a session only for who may read it, in every state of it', async (test) => {
      await using forge = await aForge();
      const planted = await plantContent(server());
      const { client } = planted.owner;
      await client.setPolicy({ ...(await client.getPolicy()).policy, mailWords: true });
      await client.addEndpoint({ kind: 'github', name: 'forge', url: forge.url, credential: 'forge-token' });
      const integration = await client.createIntegration({ provider: 'github' });
      await deliverGithub(
        server(),
        githubPull({ headSha: planted.sha, host: forge.url, updatedAt: new Date().toISOString() }),
        integration,
      );
      const signed = {} as Record<Who, Signed>;
      for (const who of people) signed[who] = await signIn(planted[who]);
      const channels = new Channels(server(), planted, signed);
      const known = new Set<string>();
      for (const [nth, state] of accessStates.entries()) {
        await bring(server(), planted, state);
        for (const who of people) {
          const isReader = state.readers.includes(who);
          const label = `as ${who}, ${state.name}`;
          await channels.inbox(who, label);
          const isFirst = !known.has(`${who} ${isReader}`);
          known.add(`${who} ${isReader}`);
          if (isFirst) await channels.others(who, label);
          // Whoever may read gets the same every time.
          if (isReader && !isFirst) continue;
          await channels.mcp(who, isReader, label);
          await channels.tokens(who, label, isFirst);
        }
        await channels.outside(state);
        await channels.mails(state, nth);
      }
      assert.ok(forge.asked.length > 0, 'the forge was told');
      assert.ok(!JSON.stringify(forge.asked).includes(planted.word), 'a commit status has no words');
      test.diagnostic(`${engine}: ${channels.looked} looks`);
    });
  },
  { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' },
);

it('every tool of MCP, every kind of endpoint and every way out is in this matrix, or said why not', () => {
  const planted = {} as PlantedContent;
  assert.deepEqual(Object.keys(toolInputs(planted)).sort(), tools.map(({ name }) => name).sort());
  assert.deepEqual([...chatKinds, ...forgeKinds].sort(), [...endpointKinds].sort());
  // Whatever sends something out by itself, by the file that does.
  const sources = new URL('../../../', import.meta.url).pathname;
  const sends =
    /\b(?:mailer|outgoing)\.(?:send|post|get)\(|createTransport\(|[^#.\w]fetch\(|from 'node:(?:http|https)'/;
  const typesOnly = /^import (?:type )?\{(?: type \w+,?)+ \}.*$|^import type .*$/gm;
  const senders = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('domain/sample/'))
    .filter((file) => sends.test(readFileSync(sources + file, 'utf8').replace(typesOnly, '')));
  assert.deepEqual(
    senders.sort(),
    [
      // Mails because of a line and digests; what is sent on Mondays is figures (monday.test.ts).
      'domain/mail/send.ts',
      'domain/outbox/delivery.ts',
      'domain/telemetry/send.ts',
      // What they answer is asked for over the API.
      'http/app.ts',
      // Keys of an issuer.
      'identity/fetch-json.ts',
      // Invitations and passwords.
      'idp/external-invitation.ts',
      'idp/link.ts',
      'idp/mail.ts',
      'idp/pages/new-password.ts',
      // How a bus is set.
      'log/bus/durability.ts',
      'outgoing/outgoing.ts',
    ].sort(),
  );
});

it('every path of the server is a route of the table or shows no session', async () => {
  const app = await appAlone();
  const known = new Set(all.map(([, { path }]) => path.replace(/\{\w+\}/g, ':x')));
  const mounted: string[] = [];
  const at: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^(?<before>[ │├└─]*)(?<part>\S+)(?: \((?<methods>[A-Z, ]+)\))?$/.exec(line)?.groups;
    if (!found) continue;
    const depth = (found.before as string).length / 4;
    at.splice(depth - 1, at.length, found.part as string);
    if (found.methods) mounted.push(at.join('').replace(/:\w+/g, ':x'));
  }
  const own = new Set([
    '/',
    '/cli.tgz',
    '/docs',
    '/docs/inter.woff2',
    '/mcp',
    '/metrics',
    '/openapi.json',
    '/unsubscribe/:x',
  ]);
  // What the dashboard is made of, where it was built.
  const isAsset = (path: string) => path.startsWith('/assets/') || /^\/[\w.-]*\.[\w-]+$/.test(path);
  const others = mounted.filter((path) => !known.has(path));
  assert.ok(
    mounted.length - others.length >= known.size * 0.9,
    `${mounted.length} are read of ${known.size}`,
  );
  assert.deepEqual(
    others.filter((path) => !own.has(path) && !isAsset(path)),
    [],
  );
  assert.ok(others.includes('/mcp'), 'they are read');
});

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A stored session of the fake server. */
export interface StoredSession {
  sessionId: string;
  body: Record<string, unknown>;
  status: 'active' | 'completed' | 'failed';
  endedAt?: string;
  events: { eventType: string; payload: unknown }[];
  /** What was told of commits, request by request. */
  reports: Record<string, unknown>[];
  /** The same of lessons. */
  lessonReports: Record<string, unknown>[];
}

export interface FakeServer {
  url: string;
  sessions: Map<string, StoredSession>;
  /** All events of an agent session, over the sessions that continue each other, in order. */
  eventsOf(externalId: string): { eventType: string; payload: unknown }[];
  requests: { route: string; status: number }[];
  beats: number;
  /** Whose machine it says this is, and the claim it makes; hostile ones too. */
  author?: { userId: string; email: unknown };
  claim: { code: unknown; url: string; expiresAt: unknown };
  /** The keys it gives to machines; an older server, which the fake is unless told, has none. */
  keys?: { issued: string[]; rotates: boolean };
  /** What it tells of redacted words; hostile things too. */
  redacted?: unknown;
  /** The lessons of every repository; none: it knows no repository. */
  lessons?: unknown;
  /** Served at /cli.tgz. */
  tarball?: string;
  /** Changes while it runs. */
  faults: Faults;
  environments: Map<string, Record<string, unknown>>;
  installations: Map<string, { agentId: string; version?: string }>;
  close(): Promise<void>;
}

export interface Faults {
  /** Chance of a failure, half of them before and half of them after the work was done. */
  rate: number;
  random?: () => number;
  /** Answers every call with this, for revocations. */
  always?: { status: number; code: string };
  /** Refuses events of this type, as a server that does not like them. */
  refusedType?: string;
  /** Opens no session of this agent. */
  disabledAgent?: string;
}

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

export const testSecret = ['sk', 'test', 'x'.repeat(38)].join('_');

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The routes a secret opens, with gap-free sequences, idempotent replay, and faults on demand. */
export async function startFakeServer(
  faults: Faults = { rate: 0 },
  /** What is kept of a payload; digests where there are more than memory holds. */
  kept: (payload: unknown, externalId: string) => unknown = (payload) => payload,
  /** Its ids begin after this one, where two servers must not have the same. */
  before = 0,
): Promise<FakeServer> {
  const sessions = new Map<string, StoredSession>();
  const opened = new Map<string, Answer>();
  const appended = new Map<string, { fingerprint: string; answer: Answer }>();
  const environments = new Map<string, Record<string, unknown>>();
  const installations = new Map<string, { agentId: string; version?: string }>();
  const fake: Omit<FakeServer, 'url' | 'eventsOf' | 'close'> = {
    sessions,
    requests: [],
    claim: {
      code: 'ABCD-EFGH',
      url: 'https://elsewhere.test/claim/ABCD-EFGH',
      expiresAt: '2026-11-15T12:00:00.000Z',
    },
    beats: 0,
    faults,
    environments,
    installations,
  };
  let count = before;
  const idOf = (prefix: string) => `${prefix}_${String(++count).padStart(20, '0')}`;
  const refuse = (status: number, code: string): Answer => ({
    status,
    body: { error: `Refused: ${code}.`, code },
  });

  /** Key → the machine it was given to. */
  const owners = new Map<string, string>();
  /** The machine that a request is about. */
  function aboutOf(path: string, body: Record<string, unknown>): string | undefined {
    const [, , kind, id = ''] = path.split('/');
    if (path === '/v1/environments')
      return [...environments].find(([, one]) => one.machineId === body.machineId)?.[0];
    if (kind === 'environments') return id;
    return String(sessions.get(id)?.body.environmentId ?? body.environmentId);
  }
  const isKeyed = (about: string | undefined): boolean =>
    Boolean(fake.keys?.issued.length) && (owners.size === 0 || [...owners.values()].includes(about ?? ''));
  /** Each key makes the one before of the same machine void. */
  const isNewest = (token: string): boolean => {
    const issued = fake.keys?.issued ?? [];
    return token === issued.filter((one) => owners.get(one) === owners.get(token)).at(-1);
  };
  function exchange(environmentId: string, isSecret: boolean, body: Record<string, unknown>): Answer {
    if (!fake.keys) return refuse(404, 'route_not_found');
    const machine = environments.get(environmentId)?.machineId;
    if (isSecret && body.machineId !== machine) return refuse(404, 'environment_not_found');
    if (isSecret && isKeyed(environmentId)) return refuse(409, 'machine_key_exists');
    const machineKey = `mk_test_${String(fake.keys.issued.length + 1).repeat(38)}`;
    fake.keys.issued.push(machineKey);
    owners.set(machineKey, environmentId);
    fake.keys.rotates = false;
    return { status: 201, body: { environmentId, machineKey } };
  }

  function handle(request: IncomingMessage, path: string, body: Record<string, unknown>): Answer {
    if (path === '/health')
      return { status: 200, body: { status: 'ok', version: '0.1.0', service: 'debrief' } };
    if (fake.faults.always) return refuse(fake.faults.always.status, fake.faults.always.code);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const about = aboutOf(path, body);
    const isSecret = token === testSecret;
    if (!isSecret && !isNewest(token)) return refuse(401, 'invalid_secret');
    if (path.endsWith('/key')) return exchange(path.split('/')[3] ?? '', isSecret, body);
    if (isSecret && isKeyed(about)) {
      if (path !== '/v1/environments') return refuse(403, 'machine_key_required');
      // A machine that has its key is another one without it.
      const environmentId = idOf('env');
      environments.set(environmentId, body);
      return { status: 201, body: { environmentId, environment: { ...body, environmentId } } };
    }
    const key = request.headers['idempotency-key'] as string | undefined;
    if (path === '/v1/environments') {
      const known = owners.get(token) ?? about ?? idOf('env');
      environments.set(known, body);
      return { status: 201, body: { environmentId: known, environment: { ...body, environmentId: known } } };
    }
    if (path.endsWith('/author')) return { status: 200, body: fake.author ? { author: fake.author } : {} };
    if (path.endsWith('/claims')) return { status: 201, body: fake.claim };
    if (path.endsWith('/heartbeat')) {
      fake.beats++;
      return {
        status: 200,
        body: {
          environmentId: path.split('/')[3],
          lastSeenAt: new Date().toISOString(),
          ...(fake.keys?.rotates && { rotateKey: true }),
          ...(fake.redacted !== undefined && { redacted: fake.redacted }),
        },
      };
    }
    if (path.endsWith('/agents')) {
      const known = [...installations].find(([, one]) => one.agentId === body.agentId)?.[0] ?? idOf('ins');
      installations.set(known, body as { agentId: string });
      return {
        status: 201,
        body: { installationId: known, installation: { ...body, installationId: known } },
      };
    }
    if (path.startsWith('/v1/environments/') && path.endsWith('/lessons'))
      return fake.lessons
        ? { status: 200, body: { repository: 'r', lessons: fake.lessons } }
        : refuse(404, 'repository_not_found');
    if (path === '/v1/sessions') return openSession(key, body);
    const session = sessions.get(path.split('/')[3] ?? '');
    if (!session) return refuse(404, 'session_not_found');
    if (path.endsWith('/events')) return appendEvents(session, key ?? '', body);
    if (path.endsWith('/lessons')) {
      session.lessonReports.push(body);
      return { status: 200, body: { sessionId: session.sessionId, kept: 0 } };
    }
    if (path.endsWith('/commits')) {
      session.reports.push(body);
      return { status: 200, body: { sessionId: session.sessionId, accepted: 0 } };
    }
    if (session.status === 'active') session.status = (body.status as 'completed') ?? 'completed';
    session.endedAt ??= (body.endedAt as string) ?? new Date().toISOString();
    return {
      status: 200,
      body: { sessionId: session.sessionId, status: session.status, endedAt: session.endedAt },
    };
  }

  function openSession(key: string | undefined, body: Record<string, unknown>): Answer {
    const known = key && opened.get(key);
    if (known) return known;
    if (body.agentId === fake.faults.disabledAgent) return refuse(409, 'installation_disabled');
    if (!installations.has(String(body.agentInstallationId))) return refuse(404, 'installation_not_found');
    const session: StoredSession = {
      sessionId: idOf('ses'),
      body,
      status: 'active',
      events: [],
      reports: [],
      lessonReports: [],
    };
    sessions.set(session.sessionId, session);
    const answer = { status: 201, body: { sessionId: session.sessionId, session: {} } };
    if (key) opened.set(key, answer);
    return answer;
  }

  function appendEvents(session: StoredSession, key: string, body: Record<string, unknown>): Answer {
    const events = body.events as StoredSession['events'];
    const fingerprint = digest(events);
    const known = appended.get(`${session.sessionId}/${key}`);
    if (known)
      return known.fingerprint === fingerprint ? known.answer : refuse(400, 'idempotency_key_reused');
    if (session.status !== 'active') return refuse(409, 'session_closed');
    if (!Array.isArray(events) || events.length < 1 || events.length > 50)
      return refuse(400, 'validation_error');
    for (const event of events) {
      if (event.eventType === fake.faults.refusedType) return refuse(400, 'validation_error');
      if (Buffer.byteLength(JSON.stringify(event.payload)) > 262_144) return refuse(400, 'payload_too_large');
    }
    const firstSequence = session.events.length + 1;
    const externalId = String(session.body.externalId);
    session.events.push(
      ...events.map(({ eventType, payload }) => ({ eventType, payload: kept(payload, externalId) })),
    );
    const { sessionId } = session;
    const bounds = { firstSequence, lastSequence: session.events.length };
    const answer = { status: 200, body: { sessionId, accepted: events.length, ...bounds, async: false } };
    appended.set(`${sessionId}/${key}`, { fingerprint, answer });
    return answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString();
    if (request.url === '/cli.tgz' && fake.tarball) return void response.end(await readFile(fake.tarball));
    const random = fake.faults.random ?? Math.random;
    const fails = random() < fake.faults.rate;
    const early = random() < 0.5;
    if (fails && early) return fail(response, random());
    const answer = handle(request, (request.url ?? '').split('?')[0] ?? '', text ? JSON.parse(text) : {});
    fake.requests.push({ route: `${request.method} ${request.url}`, status: answer.status });
    // Done, but the caller never learns of it.
    if (fails) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }

  function fail(response: ServerResponse, how: number): void {
    if (how < 0.3) return void response.destroy();
    const limited = how < 0.5;
    const code = limited ? 'rate_limited' : 'service_unavailable';
    response.writeHead(limited ? 429 : 503, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ error: 'Later.', code }));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    eventsOf: (externalId: string) =>
      [...sessions.values()].filter((one) => one.body.externalId === externalId).flatMap((one) => one.events),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

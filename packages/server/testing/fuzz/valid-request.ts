import type { Team } from '../team.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Valid requests to begin with; none of them takes away what the others need. */
export function validRequests(team: Team): FuzzRequest[] {
  const me = '/v1/organizations/me';
  const request = (credential: string, method: string, path: string, json?: unknown): FuzzRequest => ({
    method,
    path,
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: Buffer.from(json === undefined ? '' : JSON.stringify(json)),
  });
  const { environmentId, installationId, sessionId } = team;
  const machine = (...rest: [string, string, unknown?]) => request(team.secret, ...rest);
  const owner = (...rest: [string, string, unknown?]) => request(team.owner.token, ...rest);
  const environment = {
    hostname: 'h',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    machineId: 'm',
    gitBranch: 'b',
  };
  const events = [{ eventType: 'a', payload: { text: 'é', list: [1, 2.5, null] } }, { eventType: 'b' }];
  return [
    machine('POST', '/v1/environments', environment),
    machine('POST', `/v1/environments/${environmentId}/heartbeat`, { serviceCliVersion: '1.2.3' }),
    machine('POST', `/v1/environments/${environmentId}/key`, { machineId: 'm' }),
    owner('POST', `${me}/environments/${environmentId}/key/rotation`),
    machine('POST', `/v1/environments/${environmentId}/agents`, {
      agentId: 'codex',
      version: '1',
      config: { a: 1 },
    }),
    machine('POST', '/v1/sessions', { environmentId, agentInstallationId: installationId, title: 't' }),
    machine('POST', `/v1/sessions/${sessionId}/events`, { events, idempotencyKey: 'k' }),
    machine('POST', `/v1/sessions/${sessionId}/events`, { events }),
    machine('POST', `/v1/sessions/ses_${'0'.repeat(24)}/complete`, {
      status: 'failed',
      endedAt: '2024-01-01T00:00:00Z',
    }),
    owner('POST', '/v1/organizations', { name: 'n' }),
    owner('PATCH', me, { name: 'n' }),
    owner('POST', `${me}/members`, { email: 'a@example.com', role: 'member' }),
    owner('POST', `${me}/secrets`, { environment: 'test', label: 'l' }),
    owner('POST', `${me}/agents`, { agentId: 'goose', environmentId, config: {} }),
    owner('PATCH', `${me}/agents/${installationId}`, { version: '2', config: { b: [] } }),
    owner('GET', `${me}/sessions?limit=5&q=a&status=active&startedAfter=2024-01-01T00:00:00Z`),
    owner('GET', `${me}/sessions/${sessionId}/events?limit=5&after=1&order=desc&eventType=a`),
    owner('GET', `${me}/sessions/${sessionId}/transcript?lane=0&from=1&limit=5`),
    owner('GET', `${me}/sessions/${sessionId}/transcript?at=3`),
    owner('GET', `${me}/sessions/${sessionId}/transcript/skeleton?lane=0&from=1`),
    owner('GET', `${me}/sessions/${sessionId}/transcript/entries/1.0`),
    owner('GET', `${me}/sessions/${sessionId}/outline?from=0&limit=5`),
    owner('GET', `${me}/sessions/${sessionId}/brief`),
    owner('GET', `${me}/sessions/${sessionId}/changes?path=a.ts`),
    owner('GET', `${me}/sessions/${sessionId}/file?path=a.ts&at=3&line=1`),
    owner('GET', `${me}/repository/commits?repository=example.com%2Fa`),
    owner('GET', `${me}/sessions/${sessionId}/find?q=%22a%20b%22%20c&kinds=tool&kinds=reply&lane=0&limit=3`),
    owner('GET', `${me}/environments/${environmentId}`),
    owner('GET', `${me}/lessons?repository=example.com%2Fa&state=adopted`),
    owner('POST', `${me}/lessons`, {
      text: 'Run `make lint`.',
      paths: ['src/**'],
      agents: ['codex'],
      check: 'when commit unless ran "make lint"',
      sources: [
        { kind: 'session', sessionId },
        { kind: 'file', path: 'AGENTS.md', line: 3 },
      ],
    }),
    owner('PUT', `${me}/lessons/les_${'0'.repeat(24)}`, { version: 1, text: 't', ownerId: 'usr_1' }),
    owner('POST', `${me}/lessons/les_${'0'.repeat(24)}/adopt`, { version: 1, reason: 'r' }),
    owner('GET', `${me}/audit?limit=2&actorId=usr_1&from=2024-01-01T00:00:00Z&order=oldest`),
    ...reviewRequests(owner, me, `${me}/sessions/${sessionId}`),
    { method: 'GET', path: '/config', headers: {}, body: Buffer.alloc(0) },
  ];
}

type Ask = (method: string, path: string, json?: unknown) => FuzzRequest;

/** What people say about a session. */
function reviewRequests(ask: Ask, me: string, session: string): FuzzRequest[] {
  const anchor = { sequence: 0, path: 'a.ts', line: 3 };
  const thread = `${session}/threads/thr_000000000000000000000000`;
  const policy = {
    reviewers: 1,
    selfCounts: false,
    enter: { edits: true, highFindings: true, repositories: ['/a'], sample: 0.5 },
    defaultReviewers: [],
    ticks: { files: 80, claims: 100 },
    mailWords: false,
    repositories: [],
  };
  return [
    ask('GET', `${session}/threads?state=open&limit=2`),
    ask('POST', `${session}/threads`, { anchor, body: 'Why? @usr_x', needsAnswer: true }),
    ask('POST', `${thread}/comments`, { body: 'So.', state: 'resolved' }),
    ask('PATCH', thread, { state: 'open', needsAnswer: false }),
    ask('PATCH', `${thread}/comments/cmt_000000000000000000000000`, { body: 'No.' }),
    ask('GET', `${session}/review`),
    ask('POST', `${session}/reviews`, { outcome: 'noted', throughSequence: 0, body: 'Fine.' }),
    ask('POST', `${session}/reviews/rev_000000000000000000000000/dismissal`, { reason: 'So' }),
    ask('PUT', `${session}/mark`, { throughSequence: 0, back: true }),
    ask('PUT', `${session}/ticks`, { kind: 'file', subject: 'a.ts', version: '4.0.1.0.0', ticked: false }),
    ask('PUT', `${session}/assignees/usr_000000000000000000000000`),
    ask('POST', `${session}/decline`, { note: 'No time' }),
    ask('GET', `${me}/reviews?tab=open&order=risk&assignee=me&author=none&state=in_review&limit=3`),
    ask('GET', `${me}/reviews?tab=turn&order=waiting`),
    ask('POST', `${me}/reviews/next`, { order: 'newest', repoRoot: '/a', besides: ['ses_x'] }),
    ask('POST', `${me}/reviews/deeds`, { deed: 'ask', sessionIds: ['ses_x', 'ses_y'], body: 'Why?' }),
    ask('POST', `${me}/reviews/deeds`, { deed: 'assign', sessionIds: ['ses_x'], userId: 'usr_x' }),
    ask('GET', `${me}/today?group=author&order=newest&agentId=codex&severity=high&has=edits`),
    ask('DELETE', `${session}/reservation`),
    ask('PUT', `${me}/policy`, policy),
  ];
}

import { type Route, type RouteName, routes } from '@debrief/contract';
import { call } from './answer.ts';
import { pause } from './fault.ts';
import type { Team } from './team.ts';

/** A session that is dear to read, and the dearest ways to read it. */

const record = (type: 'user' | 'assistant', content: unknown) => ({
  type,
  uuid: crypto.randomUUID(),
  message: { role: type, ...(type === 'assistant' && { model: 'claude-opus-4-6' }), content },
});

/** Two texts of the same lines in another order: there is nothing that a comparison could skip. */
const lines = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => `line ${(at * step) % 97} of ${count}`).join('\n');

function* records(): Generator<unknown> {
  for (let number = 0; number < 40; number++) {
    const id = `toolu_${number}`;
    const input = { file_path: '/a/b.ts', old_string: lines(4000, 7), new_string: lines(4000, 11 + number) };
    yield record('assistant', [{ type: 'tool_use', id, name: 'Edit', input }]);
    yield record('user', [{ type: 'tool_result', tool_use_id: id, content: 'done' }]);
    yield record('assistant', [{ type: 'text', text: 'some words and more '.repeat(10_000) }]);
  }
}

/** Fills a session and waits until it can be read. */
export async function fillSession(url: string, team: Team, sessionId: string): Promise<void> {
  for (const payload of records()) {
    const body = { events: [{ eventType: 'x', payload }] };
    const { status } = await call(url, {
      path: `/v1/sessions/${sessionId}/events`,
      credential: team.secret,
      body,
    });
    if (status >= 300) throw new Error(`not appended: ${status}`);
  }
  for (let tries = 0; ; tries++) {
    const path = `/v1/organizations/me/sessions/${sessionId}/transcript?limit=1`;
    const answer = await call(url, { path, credential: await team.token() });
    if (JSON.parse(answer.body).state === 'current') return;
    if (tries > 900) throw new Error(`not folded: ${answer.body.slice(0, 200)}`);
    await pause(200);
  }
}

/** Paths of every route that reads, with the most it may be asked for, and those known to be dearest. */
export function costlyPaths(ids: Record<string, string>): string[] {
  const paths = (Object.keys(routes) as RouteName[]).flatMap((name): string[] => {
    const row: Route = routes[name];
    if (row.method !== 'GET' || row.credential !== 'jwt' || row.contentType) return [];
    const path = row.path.replace(/\{(\w+)\}/g, (_, part: string) => ids[part] ?? 'x');
    const asked = Object.keys(row.query?.properties ?? {});
    const query = new URLSearchParams();
    if (asked.includes('limit')) query.set('limit', '200');
    if (asked.includes('q')) query.set('q', 'w a b c d e f g h i "some words" mor');
    return [`${path}?${query}`];
  });
  const session = `/v1/organizations/me/sessions/${ids.sessionId}`;
  return [
    ...paths,
    `${session}/changes?path=${encodeURIComponent('/a/b.ts')}`,
    `${session}/changes?path=${encodeURIComponent('/a/b.ts')}`,
    `${session}/find?q=${encodeURIComponent('"nowhere to be found"')}`,
    `${session}/find?q=e&limit=200`,
    `${session}/events?limit=200&order=desc`,
    `${session}/events?limit=200&eventType=none`,
    `${session}/transcript?at=60&limit=200`,
    `${session}/transcript/entries/1.0`,
  ];
}

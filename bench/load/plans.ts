import { setTimeout } from 'node:timers/promises';
import type { Body } from '../body.ts';
import type { Subject } from '../subject.ts';
import type { Plan } from './plan.ts';

/** The plans several benches share: the same requests at the product and at the floor. */

/** Bodies in turn to sessions in turn, a fresh key each time. */
export function ingestPlan(
  subject: Pick<Subject, 'secret'>,
  sessions: readonly string[],
  bodies: readonly Body[],
): Plan {
  const length = Math.max(sessions.length * 5, bodies.length);
  return {
    keyed: true,
    headers: { Authorization: `Bearer ${subject.secret}` },
    requests: Array.from({ length }, (_, n) => ({
      method: 'POST',
      path: `/v1/sessions/${sessions[n % sessions.length]}/events`,
      body: (bodies[n % bodies.length] as Body).bytes,
    })),
  };
}

export const readPlan = (subject: Pick<Subject, 'token'>, paths: readonly string[]): Plan => ({
  headers: { Authorization: `Bearer ${subject.token}` },
  requests: paths.map((path) => ({ method: 'GET', path })),
});

/** A constant body as large as what the paths answer on average; a refused path stops the bench. */
export async function constantPlan(subject: Subject, paths: readonly string[]): Promise<Plan> {
  const headers = { Authorization: `Bearer ${subject.token}` };
  let bytes = 0;
  const tried = paths.slice(0, 20);
  // While rows were filled in nobody heard that the server had closed idle connections.
  await setTimeout(100);
  for (const path of tried) {
    const response = await fetch(subject.url + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 200)}`);
    bytes += Buffer.byteLength(text);
  }
  const path = `/constant/${Math.round(bytes / tried.length)}`;
  return { headers, requests: [{ method: 'GET', path }] };
}

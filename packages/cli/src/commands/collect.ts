import type { SubmittedEvent } from '@debrief/contract';
import { capture } from '../recorder/capture.ts';
import type { Redaction } from '../recorder/redact.ts';
import { applyStep, newSession } from '../recorder/session.ts';
import type { SessionSources } from './find-session.ts';

/** The events a session would be sent as, made by the very code that sends them. */
export async function* collectEvents(
  { agent, sources }: SessionSources,
  redaction: Redaction,
  wanted: (at: number, cwd: string | undefined) => boolean = () => true,
): AsyncGenerator<SubmittedEvent> {
  const [main] = sources;
  if (!main) return;
  const session = newSession('00000000-0000-0000-0000-000000000000', main.agentId, main.externalId);
  for (const source of sources) {
    const bodies: Buffer[] = [];
    await capture(agent, source, {
      session,
      redaction,
      directory: '',
      wanted,
      torn: true,
      async append(head, body) {
        applyStep(session, head.batch, head.step);
        bodies.push(body);
      },
    });
    for (const body of bodies) yield* (JSON.parse(body.toString()) as { events: SubmittedEvent[] }).events;
  }
}

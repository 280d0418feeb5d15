import type { SubmittedEvent } from '@debrief/contract';
import type { Findings } from '@debrief/redaction';
import type { Source } from '../../agents/agent.ts';
import type { SessionMemory } from '../../recorder/memory/session-memory.ts';
import { capture } from '../../recorder/read/capture.ts';
import { type Hold, noHold } from '../../recorder/read/hold.ts';
import type { Redaction } from '../../recorder/read/redact.ts';
import { applyStep, newSession, type Opening } from '../../recorder/spool/session.ts';
import type { SessionSources } from './find-session.ts';

export interface CollectedEvent {
  event: SubmittedEvent;
  /** What was redacted in it; absent when nothing was. */
  rules?: Findings;
  /** With the first one: what the session is opened with. */
  opening?: Opening;
}

/** The events a session would be sent as, made by the very code that sends them. */
export async function* collectEvents(
  { agent, sources }: SessionSources,
  redaction: Redaction,
  holdFor: (source: Source) => Hold = noHold,
  memory?: SessionMemory,
): AsyncGenerator<CollectedEvent> {
  const [main] = sources;
  if (!main) return;
  const session = newSession('00000000-0000-0000-0000-000000000000', main.agentId, main.externalId);
  for (const source of sources) {
    const batches: { body: Buffer; rules: Map<number, Findings>; opening: Opening | undefined }[] = [];
    await capture(agent, source, {
      session,
      redaction,
      directory: '',
      hold: holdFor(source),
      ...(memory && { memory }),
      torn: true,
      async append(head, body) {
        applyStep(session, head.batch, head.step);
        const rules = new Map(head.step.redacted?.map((one) => [one.index, one.rules]));
        batches.push({ body: Buffer.from(body), rules, opening: head.opening });
      },
    });
    for (const { body, rules, opening } of batches) {
      const { events } = JSON.parse(body.toString()) as { events: SubmittedEvent[] };
      for (const [index, event] of events.entries()) {
        const found = rules.get(index);
        yield { event, ...(found && { rules: found }), ...(index === 0 && opening && { opening }) };
      }
    }
  }
}

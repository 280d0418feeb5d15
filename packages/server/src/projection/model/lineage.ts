import { createHash } from 'node:crypto';
import type { EventLog, LoggedEvent } from '../../domain/session/log-ports.ts';

/**
 * Whether a read model is of the log that it stands beside. The log has an id that changes with every restore, and the
 * read model keeps the id it was folded from. A log that was put back without the command has the same id: it is told
 * by sessions that are shorter than what was folded of them, and by the events that were folded last.
 */

export interface Folded {
  organizationId: string;
  sessionId: string;
  foldedTo: number;
  /** Digest of the event `foldedTo`. */
  lastEvent: string | null;
}

/** A session of which more was folded than there is. */
export const shortenedQuery = `select s.session_id as "sessionId" from projection.session_statistics p
  join sessions s on s.session_id = p.session_id where p.folded_to > s.event_count limit 1`;

/** Sessions folded last. After a restore these are the ones of which the log may tell otherwise now. */
export const foldedLastQuery = `select p.session_id as "sessionId", p.organization_id as "organizationId",
    p.folded_to as "foldedTo", p.last_event as "lastEvent" from projection.session_statistics p
  join sessions s on s.session_id = p.session_id
  where p.folded_to > 0 and p.fault is null order by p.folded_at desc limit 100`;

/** What is kept of the event that was folded last. */
export const eventDigest = ({ sequence, at, type, payload }: LoggedEvent): string =>
  createHash('sha256')
    .update(`${sequence} ${at} `)
    .update(type)
    .update('\t')
    .update(payload)
    .digest('hex')
    .slice(0, 32);

export type ReadLog = Pick<EventLog, 'read'>;

/** False when the log has another event where the folding ended. One that is gone with its month tells nothing. */
export async function isOfLog(log: ReadLog, folded: Folded): Promise<boolean> {
  const { organizationId, sessionId, foldedTo, lastEvent } = folded;
  if (foldedTo === 0 || lastEvent === null) return true;
  const { events } = await log.read({
    organizationId,
    sessionId,
    order: 'asc',
    after: foldedTo - 1,
    limit: 1,
    bytes: 1,
  });
  const [event] = events;
  return event === undefined || eventDigest(event) === lastEvent;
}

export interface LineageEvidence {
  model: { lineage: string } | undefined;
  shortened: { sessionId: string } | undefined;
  foldedLast: readonly Folded[];
}

/** Why a read model is not of this log, in a sentence; undefined when it is. */
export async function misfit(
  lineage: string,
  log: ReadLog,
  evidence: LineageEvidence,
): Promise<string | undefined> {
  const { model, shortened, foldedLast } = evidence;
  if (model?.lineage !== lineage) return 'The log was restored since.';
  if (shortened)
    return `The log has fewer events of ${shortened.sessionId} than were folded: it was put back.`;
  for (const folded of foldedLast) {
    if (!(await isOfLog(log, folded)))
      return `The log has another event ${folded.foldedTo} of ${folded.sessionId} than was folded: it was put back.`;
  }
  return undefined;
}

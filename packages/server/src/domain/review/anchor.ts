import { type Anchor, DebriefError, limits } from '@debrief/contract';
import type { SessionRecord } from '../records.ts';

/** The known fields of an anchor, refused when it points past the session or at too much. */
export function readAnchor(given: Anchor, { eventCount }: Pick<SessionRecord, 'eventCount'>): Anchor {
  const { sequence, entry, part, path, line, range } = given;
  const refuse = (message: string) => new DebriefError('validation_error', message);
  if (sequence > eventCount) throw refuse(`anchor.sequence: the session has ${eventCount} events.`);
  if (sequence === 0 && (entry ?? part ?? line ?? range) !== undefined) {
    throw refuse('anchor.sequence is 0, the session as a whole, so nothing within an entry can be meant.');
  }
  if (line !== undefined && path === undefined) throw refuse('anchor.line needs anchor.path.');
  if (range) {
    const [from, to] = range as [number, number];
    if (part === undefined) throw refuse('anchor.range needs anchor.part.');
    if (to <= from) throw refuse('anchor.range must end after it begins.');
    if (to - from > limits.anchorRange) {
      throw refuse(`anchor.range may be at most ${limits.anchorRange} long.`);
    }
  }
  return {
    sequence,
    ...(entry !== undefined && { entry }),
    ...(part !== undefined && { part }),
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
    ...(range && { range }),
  };
}

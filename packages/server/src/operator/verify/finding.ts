/** What does not fit what the service has signed. */
export interface Tampering {
  kind: 'changed' | 'removed' | 'inserted' | 'reordered';
  /** Of what: an event, a session, a redaction, or the proof itself. */
  what: 'event' | 'session' | 'redaction' | 'proof';
  sessionId?: string;
  /** Events, from the first to the last. */
  from?: number;
  to?: number;
  text: string;
}

type EventTampering = Tampering & { from: number; to: number };

const named = (from: number, to: number): string =>
  from === to ? `event ${from}` : `events ${from} to ${to}`;

/** Neighbours that suffered the same are told as one. */
export function eventFindings(
  sessionId: string,
  found: readonly { kind: Tampering['kind']; sequence: number; says: string }[],
): EventTampering[] {
  const told: (EventTampering & { says: string })[] = [];
  for (const { kind, sequence, says } of found.toSorted((a, b) => a.sequence - b.sequence)) {
    const before = told.at(-1);
    if (before && before.kind === kind && before.says === says && before.to + 1 >= sequence)
      before.to = sequence;
    else told.push({ kind, what: 'event', sessionId, from: sequence, to: sequence, says, text: '' });
  }
  return told.map(({ says, ...one }) => ({
    ...one,
    text: `${sessionId}: ${named(one.from, one.to)} ${one.from === one.to ? 'was' : 'were'} ${says}`,
  }));
}

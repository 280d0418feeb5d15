import type { AuditEntry } from '@debrief/contract';

/** One line of the log: an entry, or all that somebody was shown of one session in a visit. */
export interface AuditLine {
  /** The newest one. */
  entry: AuditEntry;
  /** What of a session was shown, in the order it was. */
  channels: string[];
}

const hour = 3_600_000;

/** A page of a session asks for several parts of it: reads of one session by one person within an hour are one visit. */
export function visitsOf(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: AuditLine[] = [];
  const open = new Map<string, AuditLine>();
  for (const entry of entries) {
    const channel = entry.channel === undefined ? [] : [entry.channel];
    const isRead = entry.action === 'session_read' && entry.outcome === 'ok';
    const key = `${entry.actorId} ${entry.targetId} ${entry.ip}`;
    const visit = isRead ? open.get(key) : undefined;
    if (visit && Date.parse(visit.entry.at) - Date.parse(entry.at) < hour) {
      visit.channels = [...new Set([...channel, ...visit.channels])];
      continue;
    }
    const line = { entry, channels: channel };
    lines.push(line);
    if (isRead) open.set(key, line);
  }
  return lines;
}

import {
  type ClippedEntry,
  clipEntry,
  createReader,
  type Entry,
  type TranscriptEvent,
} from '@debrief/transcript';
import type { EventText } from '../../domain/session/transcript-ports.ts';

/** Reads an entry again from the events it was made of. Undefined when they no longer yield what was stored. */
export function wholeEntry(
  agentId: string,
  events: readonly EventText[],
  stored: ClippedEntry,
): Entry | undefined {
  const reader = createReader(agentId);
  reader.feed(events.map(transcriptEvent));
  return candidates(reader.entries, stored)
    .map((entry) => mergeWhole(entry, stored))
    .find((entry) => entry !== undefined);
}

const transcriptEvent = ({ sequence, type, payload }: EventText): TranscriptEvent => ({
  sequence,
  eventType: JSON.parse(type) as string,
  payload: JSON.parse(payload) as unknown,
});

/** Of the same kind and begun by the same event; the running number may differ, because what came before is missing. */
function candidates(entries: readonly Entry[], stored: ClippedEntry): Entry[] {
  const found = entries.flatMap((entry): Entry[] => [
    ...(entry.kind === stored.kind && entry.sequences[0] === stored.sequences[0] ? [entry] : []),
    ...(entry.kind === 'subagent' ? candidates(entry.entries, stored) : []),
  ]);
  return found.sort((a, b) => Number(b.id === stored.id) - Number(a.id === stored.id));
}

/** The stored entry with its cut fields from the one read again, if that one clips to what was stored. */
function mergeWhole(entry: Entry, stored: ClippedEntry): Entry | undefined {
  const { clipped = {}, ...rest } = stored;
  const again = clipEntry(entry) as ClippedEntry & Record<string, unknown>;
  const merged: Record<string, unknown> = { ...rest };
  for (const [name, length] of Object.entries(clipped)) {
    if (name === 'sequences') continue;
    if (again.clipped?.[name] !== length) return undefined;
    if (JSON.stringify(again[name]) !== JSON.stringify((stored as unknown as Record<string, unknown>)[name]))
      return undefined;
    merged[name] = (entry as unknown as Record<string, unknown>)[name];
  }
  return merged as unknown as Entry;
}

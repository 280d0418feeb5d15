import type { TranscriptEntry } from '@debrief/contract';
import type { TranscriptSource } from '../api/reading/transcript.ts';

export const reply = (index: number): TranscriptEntry & { text: string } => ({
  id: `${index + 1}.1`,
  kind: 'reply',
  sequences: [index + 1],
  text: `text ${index}`,
});

/** A session of replies that counts what is asked for. */
export function fakeSession(total: number, maxPerWindow = 200) {
  const asked: string[] = [];
  const reading = { state: 'current' as const, foldedTo: total, eventCount: total };
  const source: TranscriptSource = {
    async window({ lane = 0, at, from = 0, limit }) {
      asked.push(at === undefined ? `window ${from}+${limit}` : `at ${at}`);
      const first = at === undefined ? from : Math.max(0, at - 1 - Math.floor(limit / 2));
      const length = Math.max(0, Math.min(limit, maxPerWindow, total - first));
      const entries = Array.from({ length }, (_, index) => reply(first + index));
      return { ...reading, lane, from: first, total, entries, ...(at !== undefined && { index: at - 1 }) };
    },
    async skeleton(lane, from) {
      asked.push(`skeleton ${from}`);
      const length = total - from;
      return {
        ...reading,
        lane,
        total,
        parts: [
          {
            from,
            kinds: 'r'.repeat(length),
            outcomes: '-'.repeat(length),
            flags: 'A'.repeat(length),
            sequences: Array.from({ length }, (_, at) => (at === 0 ? from + 1 : 1)),
          },
        ],
      };
    },
    async outline(from) {
      return { ...reading, from, totalTurns: 0, turns: [], totalLanes: 0, lanes: [], total };
    },
    async entry(entryId) {
      return {
        ...reading,
        lane: 0,
        index: 0,
        isWhole: true,
        entry: { ...reply(0), id: entryId, text: 'whole' },
      };
    },
  };
  return { source, asked };
}

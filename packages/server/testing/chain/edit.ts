import { linesOf, type Place, type Tampered, withLines } from './tampered.ts';

export type Edit = (lines: string[]) => string[];

/** Edits the lines of the batch that holds an event; the place of the event within it is handed over. */
export async function edit(hands: Tampered, place: Place, sequence: number, change: (at: number) => Edit) {
  const batches = await hands.batches(place);
  const batch = batches.find(({ first, count }) => first <= sequence && sequence < first + count);
  if (!batch) throw new Error(`no event ${sequence}`);
  const lines = change(sequence - batch.first)(linesOf(batch));
  await hands.put(place, batch.first, { ...withLines(batch, lines), count: lines.length });
}

export const replaced =
  (at: number, by: (line: string) => string): Edit =>
  (lines) =>
    lines.map((line, n) => (n === at ? by(line) : line));

export const lastLetter = (line: string) =>
  line.replace(/[a-z](?=[^a-z]*$)/, (letter) => (letter === 'q' ? 'z' : 'q'));

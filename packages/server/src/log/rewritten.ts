import { acrossParts } from '../domain/redaction/parts.ts';
import type { KeptBatch, RewrittenBatch, WantedChange } from '../domain/redaction/ports.ts';
import { redaction, stringAt } from '../domain/redaction/wanted.ts';
import { eventsOf, repackedAs, unpack } from './batch.ts';
import { rewrittenMark } from './seal.ts';

/** The executor's side of a redaction: batches in, and what they come to without the words. */
export interface RedactionQuestion extends WantedChange {
  task: 'redaction';
}

const newline = Buffer.from('\n');

/** A batch as it is without the words; its lines stay as they are but for payloads that change. */
function rewrite(batch: KeptBatch, payloads: ReadonlyMap<number, Buffer>): RewrittenBatch['by'] {
  const lines = unpack(batch);
  const pieces: Buffer[] = [];
  let start = 0;
  for (const { sequence, payload } of eventsOf(batch, lines)) {
    const begin = payload.byteOffset - lines.byteOffset;
    const end = begin + payload.length;
    pieces.push(lines.subarray(start, begin), payloads.get(sequence) ?? payload, newline);
    start = end + 1;
  }
  return repackedAs(batch.encoding, Buffer.concat(pieces));
}

export function redactBatches({ batches, wanted, ends, isOnlyLook }: RedactionQuestion) {
  const redact = redaction(wanted);
  const asked = new Set(wanted.targets.map(({ sequence }) => sequence));
  const answer = {
    rewritten: [] as RewrittenBatch[],
    found: [] as { sequence: number; count: number }[],
    kept: 0,
    across: [] as ReturnType<typeof acrossParts>,
    leaves: [] as { sequence: number; pointer: string; value: string | undefined }[],
    ends: [...ends],
  };
  for (const batch of batches) {
    const changed = new Map<number, Buffer>();
    for (const { sequence, payload } of eventsOf(batch, unpack(batch))) {
      const text = payload.toString();
      const { count, kept, payload: other } = redact(sequence, text);
      answer.kept += kept;
      if (count > 0) answer.found.push({ sequence, count });
      if (other !== undefined) changed.set(sequence, Buffer.from(other));
      if (!isOnlyLook) continue;
      if (wanted.text !== undefined)
        answer.across.push(...acrossParts(wanted.text, answer.ends, { sequence, payload: text }));
      if (asked.has(sequence))
        for (const { pointer, sequence: of } of wanted.targets)
          if (of === sequence) answer.leaves.push({ sequence, pointer, value: stringAt(text, pointer) });
    }
    if (changed.size > 0 && !isOnlyLook)
      answer.rewritten.push({
        first: batch.first,
        by: rewrite(batch, changed),
        marks: [...changed].map(([sequence, payload]) => rewrittenMark(sequence, payload)),
      });
  }
  return answer;
}

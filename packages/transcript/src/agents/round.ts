import type { Pen } from '../pen.ts';

/**
 * For agents that rewrite a conversation in place and name a message by its position alone. Another prompt in the
 * position of an earlier one means that the person went back: what followed the earlier one is taken back, and a new
 * round begins. The round belongs into the keys of everything said in it.
 */
export function roundOf(position: string, prompt: string | undefined, pen: Pen): number {
  const round = pen.recall<number>('round') ?? 0;
  if (prompt === undefined) return round;
  const slot = `prompt:${position}`;
  const before = pen.recall<[prompt: string, start: number, round: number]>(slot);
  // What an earlier round had in this position is taken back already.
  const known = before?.[2] === round ? before : undefined;
  if (known?.[0] === prompt) return round;
  const next = known === undefined ? round : round + 1;
  if (known !== undefined) pen.retract(known[1]);
  pen.abandon();
  pen.remember(slot, [prompt, pen.length(), next]);
  pen.remember('round', next);
  return next;
}

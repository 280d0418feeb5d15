import { createHash } from 'node:crypto';
import { DebriefError } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Replayed } from './ports.ts';
import type { ReviewKey } from './records.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A key is a member's own, and belongs to one kind of deed. */
export const reviewKey = (
  actor: MemberActor,
  kind: string,
  key: string | undefined,
  body: object,
): ReviewKey | undefined =>
  key === undefined
    ? undefined
    : { keyHash: sha256(`${actor.userId}\n${kind}\n${key}`), fingerprint: sha256(JSON.stringify(body)) };

/** The id of what came of the key's first use; refused when that was something else. */
export function replayOf(outcome: Replayed): string {
  if (outcome === 'key_reused') {
    throw new DebriefError('idempotency_key_reused', 'This Idempotency-Key was used for something else.');
  }
  return outcome.replayOf;
}

export const isReplay = (outcome: unknown): outcome is Replayed =>
  outcome === 'key_reused' || (typeof outcome === 'object' && outcome !== null && 'replayOf' in outcome);

import { networkOf } from '../../domain/network.ts';
import type { IdpContext } from '../context.ts';
import { type AttemptRule, attemptRules, judgeAttempt } from './attempt.ts';

interface Bucket {
  name: string;
  rule: AttemptRule;
}

/** What counting attempts needs. */
type Counting = Pick<IdpContext, 'store' | 'sealer' | 'clock'>;

const bucketName = (context: Counting, kind: string, value: string) =>
  `${kind}:${context.sealer.hash(value)}`;

export interface Admission {
  /** Seconds to wait; undefined when the attempt may go ahead. */
  retryAfter?: number;
  /** Called when it turned out to be right: only failures count. */
  forgive(): Promise<void>;
}

async function count(context: Counting, buckets: readonly Bucket[]) {
  const names = buckets.map((bucket) => bucket.name);
  const rules = buckets.map((bucket) => bucket.rule);
  const { now, next } = await context.store.attempt.change(names, (found) => {
    // Only now is it our turn: others may have counted theirs while we waited.
    const now = context.clock();
    const { histories, next } = judgeAttempt(found, rules, now);
    return { histories, result: { now, next } };
  });
  return { names, now, retryAfter: next > now ? Math.ceil((next - now) / 1000) : undefined };
}

/**
 * Counts the attempt before it is judged, so that a hundred at once are a hundred. Unknown addresses count like
 * known ones. A browser that this address has signed in with before (`deviceId`) is counted by itself: whoever
 * guesses elsewhere cannot keep it out, and it may guess no more often than they (P8). Throws when the store cannot
 * say: no sign-in then (P5).
 */
export async function admit(
  context: IdpContext,
  use: 'sign-in' | 'mail',
  email: string,
  ip: string,
  deviceId?: string,
): Promise<Admission> {
  const own =
    deviceId === undefined
      ? {
          name: bucketName(context, `${use} account`, email.toLowerCase()),
          rule: use === 'mail' ? attemptRules.mail : attemptRules.account,
        }
      : { name: bucketName(context, `${use} device`, deviceId), rule: attemptRules.account };
  const address = { name: bucketName(context, 'address', networkOf(ip)), rule: attemptRules.address };
  const { names, now, retryAfter } = await count(context, [own, address]);
  return {
    ...(retryAfter !== undefined && { retryAfter }),
    forgive: () =>
      context.store.attempt.change(names, ([, attempts = []]) => ({
        histories: [[], attempts.toSpliced(attempts.lastIndexOf(now), 1)],
        result: undefined,
      })),
  };
}

/** Seconds to wait before this organization may invite this address again; undefined when it may now (O24). */
export async function admitInvitation(
  context: Counting,
  organizationId: string,
  email: string,
): Promise<number | undefined> {
  const { retryAfter } = await count(context, [
    {
      name: bucketName(context, 'invitation', `${organizationId} ${email.toLowerCase()}`),
      rule: attemptRules.invitation,
    },
    { name: bucketName(context, 'invitations', organizationId), rule: attemptRules.organization },
  ]);
  return retryAfter;
}

/** Whether one more invitation may be mailed to this address. */
export async function admitInvitationMail(context: Counting, email: string): Promise<boolean> {
  const { retryAfter } = await count(context, [
    { name: bucketName(context, 'invitation mail', email.toLowerCase()), rule: attemptRules.invitationMail },
  ]);
  return retryAfter === undefined;
}

import { isIPv6 } from 'node:net';
import type { IdpContext } from '../context.ts';
import { type AttemptRule, attemptRules, judgeAttempt } from './attempt.ts';

interface Bucket {
  name: string;
  rule: AttemptRule;
}

/** A home or an office has a /64 of its own; single IPv6 addresses cost nothing. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  if (/^::ffff:\d/i.test(ip)) return ip.slice(7);
  const [head = '', tail = ''] = ip.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...gap, ...right].slice(0, 4).join(':');
}

function bucketsOf(context: IdpContext, use: string, email: string, ip: string, rule: AttemptRule): Bucket[] {
  const name = (kind: string, value: string) => `${kind}:${context.sealer.hash(value)}`;
  return [
    { name: name(`${use} account`, email.toLowerCase()), rule },
    { name: name('address', networkOf(ip)), rule: attemptRules.address },
  ];
}

export interface Admission {
  /** Seconds to wait; undefined when the attempt may go ahead. */
  retryAfter?: number;
  /** Called when it turned out to be right: only failures count. */
  forgive(): Promise<void>;
}

/**
 * Counts the attempt before it is judged, so that a hundred at once are a hundred. Unknown addresses count like
 * known ones. Throws when the store cannot say: no sign-in then (P5).
 */
export async function admit(
  context: IdpContext,
  use: 'sign-in' | 'mail',
  email: string,
  ip: string,
): Promise<Admission> {
  const rule = use === 'mail' ? attemptRules.mail : attemptRules.account;
  const buckets = bucketsOf(context, use, email, ip, rule);
  const names = buckets.map((bucket) => bucket.name);
  const rules = buckets.map((bucket) => bucket.rule);
  const { now, next } = await context.store.attempt.change(names, (found) => {
    // Only now is it our turn: others may have counted theirs while we waited.
    const now = context.clock();
    const { histories, next } = judgeAttempt(found, rules, now);
    return { histories, result: { now, next } };
  });
  return {
    ...(next > now && { retryAfter: Math.ceil((next - now) / 1000) }),
    forgive: () =>
      context.store.attempt.change(names, ([, address = []]) => ({
        histories: [[], address.toSpliced(address.lastIndexOf(now), 1)],
        result: undefined,
      })),
  };
}

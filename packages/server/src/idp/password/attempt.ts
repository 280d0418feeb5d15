const minute = 60_000;
const hour = 60 * minute;

export interface AttemptRule {
  readonly windows: readonly { readonly ms: number; readonly max: number }[];
  /** From so many attempts in the longest window on, each has to wait twice as long as the one before. */
  readonly backOff?: { readonly after: number; readonly first: number; readonly max: number };
}

/** P3: never a lock-out, only ever longer waits. */
export const attemptRules = {
  account: {
    windows: [
      { ms: minute, max: 5 },
      { ms: hour, max: 20 },
    ],
    backOff: { after: 5, first: minute, max: 5 * minute },
  },
  address: { windows: [{ ms: minute, max: 30 }] },
  mail: { windows: [{ ms: hour, max: 3 }] },
  /** One organization inviting one address. */
  invitation: { windows: [{ ms: hour, max: 10 }] },
  /** One organization inviting anybody. */
  organization: { windows: [{ ms: hour, max: 200 }] },
  /** Invitations mailed to one address, whoever sends them; past this they are handed over instead. */
  invitationMail: { windows: [{ ms: hour, max: 10 }] },
} as const satisfies Record<string, AttemptRule>;

/** When the next attempt may be made; in the past when it may be made now. */
export function nextAttemptAt(history: readonly number[], rule: AttemptRule, now: number): number {
  let next = 0;
  for (const { ms, max } of rule.windows) {
    const within = history.filter((at) => at > now - ms);
    if (within.length >= max) next = Math.max(next, (within.at(-max) ?? now) + ms);
  }
  const last = history.at(-1);
  if (rule.backOff && last !== undefined && history.length >= rule.backOff.after) {
    const { after, first, max } = rule.backOff;
    next = Math.max(next, last + Math.min(first * 2 ** (history.length - after), max));
  }
  return next;
}

/** Clocks of several processes differ, and one that waited its turn looked at its clock earlier. */
const clockSkew = minute;

/**
 * The attempts that still count, oldest first. Those of a moment ahead count too, or a hundred at once would
 * overlook each other; those further ahead do not, so that a clock set back locks nobody out.
 */
export function recentAttempts(history: readonly number[], rule: AttemptRule, now: number): number[] {
  const longest = Math.max(...rule.windows.map((window) => window.ms));
  return history.filter((at) => at > now - longest && at <= now + clockSkew).sort((a, b) => a - b);
}

/** Adds the attempt to every history, or to none when one of the rules says to wait; `next` is until when. */
export function judgeAttempt(
  histories: readonly (readonly number[])[],
  rules: readonly AttemptRule[],
  now: number,
): { histories: number[][]; next: number } {
  const recent = rules.map((rule, index) => recentAttempts(histories[index] ?? [], rule, now));
  const next = Math.max(...rules.map((rule, index) => nextAttemptAt(recent[index] ?? [], rule, now)));
  return { histories: next > now ? recent : recent.map((history) => [...history, now]), next };
}

/** Only kept while it could still matter. */
export const attemptsKept = hour;

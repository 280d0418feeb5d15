/** What is known of a member when somebody is to be asked. */
export interface Candidate {
  userId: string;
  /** Sessions that they were asked to review and that still wait for them. */
  open: number;
  /** How often rotation has asked them within a day. */
  today: number;
  /** When it last did; absent: not for a month. */
  lastAskedAt?: number | undefined;
  /** They said that they are away until then. */
  awayUntil?: number | undefined;
}

/** What is asked for a session. */
export interface Rotation {
  now: number;
  /** How many are to be asked. */
  count: number;
  /** Nobody is asked more often than that within a day. */
  perDay: number;
  /** The author and everybody who was asked before, also those who said no. */
  besides: ReadonlySet<string>;
  /** How many of the changed files each member has written or reviewed before. */
  knows: ReadonlyMap<string, number>;
}

/** Why it was this member: they know files of it, nobody has less to do, or it was their turn. */
export type Why =
  | { because: 'files'; files: number }
  | { because: 'load'; open: number }
  | { because: 'turn' };

export interface Chosen {
  userId: string;
  why: Why;
}

/** Each file that somebody knows weighs as much as one session that waits for them; more than these do not. */
const mostFiles = 3;

/**
 * Whom to ask: never the author, nobody who is away, was asked often enough today or was asked about this session. Of the
 * others those who know the files and have little to do; of equals who was asked longest ago.
 */
export function chooseReviewers(candidates: readonly Candidate[], rotation: Rotation): Chosen[] {
  const { now, count, perDay, besides, knows } = rotation;
  const free = candidates.filter(
    ({ userId, today, awayUntil = 0 }) => !besides.has(userId) && today < perDay && awayUntil <= now,
  );
  const files = ({ userId }: Candidate) => knows.get(userId) ?? 0;
  const weight = (one: Candidate) => one.open - Math.min(mostFiles, files(one));
  const lastAskedAt = (one: Candidate) => one.lastAskedAt ?? 0;
  const order = free.toSorted(
    (a, b) => weight(a) - weight(b) || lastAskedAt(a) - lastAskedAt(b) || (a.userId < b.userId ? -1 : 1),
  );
  const chosen = order.slice(0, Math.max(0, count));
  const rest = order.slice(chosen.length);
  const isLeast = ({ open }: Candidate) => rest.length > 0 && rest.every((other) => other.open > open);
  return chosen.map((one) => ({
    userId: one.userId,
    why:
      files(one) > 0
        ? { because: 'files', files: files(one) }
        : isLeast(one)
          ? { because: 'load', open: one.open }
          : { because: 'turn' },
  }));
}

const inAll = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** The reason in a sentence, said to the member or of them. It has no words of the session, so that it may be mailed. */
export function sentenceOf(why: Why, to: 'member' | 'others'): string {
  const isTo = to === 'member';
  const begin = isTo ? 'It is you by rotation: ' : 'By rotation: ';
  if (why.because === 'files') {
    const files = inAll(why.files, 'one file that it changed', 'of the files that it changed');
    return `${begin}${isTo ? 'you know' : 'knows'} ${files}.`;
  }
  if (why.because === 'load') {
    const open = why.open === 0 ? 'none is open' : `${why.open} ${why.open === 1 ? 'is' : 'are'} open`;
    return `${begin}${isTo ? 'you have' : 'has'} the fewest reviews to do (${open}).`;
  }
  return `${begin}${isTo ? 'you were' : 'was'} asked longest ago.`;
}

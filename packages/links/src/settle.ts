import type { CommitLink, LinkEvidence } from './link.ts';

/** A link of one of several sessions to the same commit. */
export interface RivalLink {
  sessionId: string;
  link: CommitLink;
  /** The time of its last record, milliseconds since 1970. */
  endedAt?: number;
}

/**
 * Sessions in one folder see each other's lines, so one commit may match several. A session with less than half as many
 * of its lines as the best one is only a likely source, unless git or a person said otherwise. So is a session that
 * holds the work of another one as a copy, because it was forked from it or went on with it.
 */
export function settle(claims: readonly RivalLink[], authoredAt?: number): RivalLink[] {
  const best = Math.max(0, ...claims.map(({ link }) => linesOf(link)));
  const isWeak = ({ link }: RivalLink): boolean =>
    link.strength === 'matched' && isByLines(link) && linesOf(link) * 2 < best;
  return claims.map((claim) =>
    isWeak(claim) || isCopy(claim, claims, authoredAt)
      ? { ...claim, link: { ...claim.link, strength: 'likely' } }
      : claim,
  );
}

/** Two sessions never do the same thing in the same millisecond, so one of them has a copy of what the other one did. */
function isCopy(claim: RivalLink, claims: readonly RivalLink[], authoredAt: number | undefined): boolean {
  const { at, strength } = claim.link;
  if (at === undefined || strength === 'stated' || authoredAt === undefined) return false;
  return claims.some(
    (other) =>
      other.link.at === at &&
      other.link.strength === strength &&
      linesOf(other.link) === linesOf(claim.link) &&
      isBehind(claim, other, authoredAt),
  );
}

/** The session that the commit came out of was in use then; of several the one that ended first has no copy. */
function isBehind({ endedAt: one }: RivalLink, { endedAt: other }: RivalLink, authoredAt: number): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  if (one >= authoredAt && other >= authoredAt) return other < one;
  return other > one;
}

const isLines = (one: LinkEvidence): one is Extract<LinkEvidence, { kind: 'lines' }> => one.kind === 'lines';
const isByLines = ({ evidence }: CommitLink): boolean => evidence[0]?.kind === 'lines';
const linesOf = ({ evidence }: CommitLink): number => evidence.find(isLines)?.matched ?? 0;

import type { CommitLink, LinkEvidence } from './link.ts';

/** A link of one of several sessions to the same commit. */
export interface Claim {
  sessionId: string;
  link: CommitLink;
}

/**
 * Sessions in one folder see each other's lines, so one commit may match several. A session with less than half as many
 * of its lines as the best one is only a likely source, unless git or a person said otherwise.
 */
export function settle(claims: readonly Claim[]): Claim[] {
  const best = Math.max(0, ...claims.map(({ link }) => linesOf(link)));
  return claims.map((claim) =>
    claim.link.strength === 'matched' && isByLines(claim.link) && linesOf(claim.link) * 2 < best
      ? { ...claim, link: { ...claim.link, strength: 'likely' } }
      : claim,
  );
}

const isLines = (one: LinkEvidence): one is Extract<LinkEvidence, { kind: 'lines' }> => one.kind === 'lines';
const isByLines = ({ evidence }: CommitLink): boolean => evidence[0]?.kind === 'lines';
const linesOf = ({ evidence }: CommitLink): number => evidence.find(isLines)?.matched ?? 0;

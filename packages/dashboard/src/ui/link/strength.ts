import type { LinkEvidence, LinkStrength } from '@debrief/contract';
import { count, plural } from '../format.ts';

/** What each word means, for whoever hovers over it. */
export const strengthHints: Record<LinkStrength, string> = {
  stated: 'The commit names the session, or a person linked them.',
  seen: 'The session printed this commit when it made it.',
  matched: 'Lines of the commit, or all of its change, are what the session wrote.',
  likely: 'Time and files fit. Please confirm, or say that it is wrong.',
};

export const shortSha = (sha: string): string => sha.slice(0, 7);

const byWords: Record<NonNullable<LinkEvidence['by']>, string> = {
  amend: 'Amended from',
  rebase: 'Rebased from',
  'cherry-pick': 'Picked from',
};

/** Why a session and a commit are linked, in a few words. */
export function evidenceText(evidence: LinkEvidence): string {
  const { kind, matched = 0, of = 0, sha = '' } = evidence;
  switch (kind) {
    case 'hand':
      return 'Linked by a person';
    case 'trailer':
      return 'Named in the commit message';
    case 'printed':
      return 'Printed by the session’s own git commit';
    case 'subject':
      return 'Same subject as a commit the session made';
    case 'lines':
      return `${count(matched)} of ${plural(of, 'line')} written by the session`;
    case 'files':
      return `${count(matched)} of ${plural(of, 'file')} edited by the session`;
    case 'patch':
      return `Same change as ${shortSha(sha)}`;
    case 'tree':
      return `Same files as ${shortSha(sha)}`;
    case 'rewrite':
      return `${evidence.by ? byWords[evidence.by] : 'Rewritten from'} ${shortSha(sha)}`;
    case 'pull':
      return `Merged from a pull request that holds ${shortSha(sha)}`;
  }
}

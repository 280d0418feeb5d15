import type { CommitFacts, CommitRewrite } from './commit.ts';
import { ComparableSession, maxSequences, type Overlap } from './compare.ts';
import { type CommitLink, type LinkEvidence, type LinkStrength, linkStrengths } from './link.ts';
import type { PrintedCommit, SessionFacts } from './session.ts';
import { sessionNamedBy } from './trailer.ts';

export interface SessionNames {
  /** Our own id and the agent's; a commit that names one of them is stated to be the session's. */
  ids: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;

/** Chosen on real sessions; docs/links.md has the figures and the command that measures them. */
export const thresholds = {
  /** The longer after the last edit, the more of the commit must be the session's. */
  later: { part: 0.5, lines: 5, gap: 48 * hour },
  soon: { part: 0.25, lines: 3, gap: 3 * hour },
  /** A smaller part is enough when it is many lines, or the files agree too. */
  large: { part: 0.12, lines: 12, gap: 3 * hour },
  sameFiles: { part: 0.12, lines: 5, files: 0.5, gap: hour },
  /** A commit of one or two lines. */
  few: { part: 0.6, gap: 30 * minute },
  /** A commit that holds what a short session wrote, of files that are all the session's. */
  whole: { part: 0.2, ofSession: 0.8, gap: 30 * minute },
  removal: { gap: 3 * hour },
  likely: { files: 0.5, part: 0.08, lines: 8, gap: 2 * hour },
};

export type Thresholds = typeof thresholds;

/** Which of the commits the session led to, in the order of `commits`; each with the strongest reasons there are. */
export function conclude(
  session: SessionFacts,
  { ids }: SessionNames,
  commits: readonly CommitFacts[],
  rewrites: readonly CommitRewrite[] = [],
  limits: Thresholds = thresholds,
): CommitLink[] {
  const comparable = new ComparableSession(session);
  const gone = session.commits.filter(({ sha }) => !commits.some((commit) => commit.sha.startsWith(sha)));
  const direct = new Map<string, CommitLink>();
  for (const commit of commits) {
    const link =
      statedLink(commit, ids) ??
      seenLink(session, gone, commit) ??
      (comparable.isNear(commit, limits.later.gap)
        ? overlapLink(commit, comparable.overlap(commit), limits)
        : undefined);
    if (link) direct.set(commit.sha, link);
  }
  const all = followed(direct, commits, rewrites, session);
  return [...commits.flatMap(({ sha }) => all.get(sha) ?? []), ...unknownLinks(gone, commits, rewrites)];
}

function statedLink({ sha, trailers }: CommitFacts, ids: readonly string[]): CommitLink | undefined {
  const trailer = trailers.find((one) => ids.includes(sessionNamedBy(one) ?? ''));
  return trailer === undefined
    ? undefined
    : { sha, strength: 'stated', evidence: [{ kind: 'trailer', trailer }] };
}

/** The SHA of an own commit; or its subject, when the commit with that SHA is gone. */
function seenLink(
  { commits }: SessionFacts,
  gone: readonly PrintedCommit[],
  commit: CommitFacts,
): CommitLink | undefined {
  const printed = commits.filter(({ sha }) => commit.sha.startsWith(sha));
  const found = printed.length > 0 ? printed : gone.filter((one) => isSameSubject(one, commit));
  if (found.length === 0) return undefined;
  const sequences = found.map(({ sequence }) => sequence).slice(0, maxSequences);
  const kind = printed.length > 0 ? 'printed' : 'subject';
  const at = found.at(-1)?.at;
  return {
    sha: commit.sha,
    strength: 'seen',
    ...(at !== undefined && { at }),
    evidence: [{ kind, sequences }],
  };
}

/** A rebase keeps subject and author's time; an hour leaves room for clocks and for long commands. */
const isSameSubject = ({ subjectHash, at }: PrintedCommit, commit: CommitFacts): boolean =>
  subjectHash === commit.subjectHash &&
  (at === undefined || Math.abs(at - Date.parse(commit.authoredAt)) < hour);

/** Commits that the session printed and no machine has told of: they are known by the beginning of their SHA only. */
function unknownLinks(
  gone: readonly PrintedCommit[],
  commits: readonly CommitFacts[],
  rewrites: readonly CommitRewrite[],
): CommitLink[] {
  const links = new Map<string, CommitLink>();
  for (const printed of gone) {
    const { sha, sequence } = printed;
    const isKnown =
      commits.some((commit) => isSameSubject(printed, commit)) ||
      rewrites.some(({ from }) => from.startsWith(sha));
    if (!isKnown)
      links.set(sha, { sha, strength: 'seen', evidence: [{ kind: 'printed', sequences: [sequence] }] });
  }
  return [...links.values()];
}

function overlapLink(
  { sha, trailers }: CommitFacts,
  overlap: Overlap,
  limits: Thresholds,
): CommitLink | undefined {
  const strength = strengthOf(overlap, limits);
  // A commit that names another session is not likely to be of this one.
  const namesOther = trailers.some((trailer) => trailer.startsWith('Debrief-Session: '));
  if (strength === undefined || (strength === 'likely' && namesOther)) return undefined;
  const { lines, ofLines, files, ofFiles, at, lineSequences, fileSequences } = overlap;
  // A commit that only removes has no lines to compare.
  const byLines: LinkEvidence[] =
    lines > 0 ? [{ kind: 'lines', matched: lines, of: ofLines, sequences: lineSequences }] : [];
  const byFiles: LinkEvidence = { kind: 'files', matched: files, of: ofFiles, sequences: fileSequences };
  const evidence = strength === 'matched' ? [...byLines, byFiles] : [byFiles, ...byLines];
  return { sha, strength, ...(at !== undefined && { at }), evidence };
}

/** Lines that stand everywhere make any two texts alike, so the files must agree as well. */
function strengthOf(overlap: Overlap, limits: Thresholds): LinkStrength | undefined {
  const { lines, ofLines, ofSession, files, ofFiles, gap, sameRemoval } = overlap;
  const part = ofLines === 0 ? 0 : lines / ofLines;
  const filePart = ofFiles === 0 ? 0 : files / ofFiles;
  const within = (max: number): boolean => gap === undefined || gap <= max;
  const { later, soon, large, sameFiles, few, whole, removal, likely } = limits;
  const hasLines = (least: { part: number; lines: number; gap: number }): boolean =>
    lines >= least.lines && part >= least.part && within(least.gap);
  const isMatched =
    files > 0 &&
    (hasLines(later) ||
      hasLines(soon) ||
      hasLines(large) ||
      (hasLines(sameFiles) && filePart >= sameFiles.files) ||
      (lines > 0 && ofLines <= 3 && part >= few.part && within(few.gap)) ||
      (hasLines({ ...whole, lines: 1 }) && filePart === 1 && lines >= whole.ofSession * ofSession) ||
      (sameRemoval && within(removal.gap)));
  if (isMatched) return 'matched';
  const isNear = gap !== undefined && gap <= likely.gap;
  return isNear && (filePart >= likely.files || hasLines(likely)) ? 'likely' : undefined;
}

/** Commits that took the place of linked ones, or hold the same change, are linked as well. */
function followed(
  direct: ReadonlyMap<string, CommitLink>,
  commits: readonly CommitFacts[],
  rewrites: readonly CommitRewrite[],
  session: SessionFacts,
): Map<string, CommitLink> {
  const all = new Map(direct);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const offer = (sha: string, strength: LinkStrength, evidence: LinkEvidence & { sha: string }): boolean => {
    const known = all.get(sha);
    if (!bySha.has(sha) || (known && rank(known.strength) <= rank(strength))) return false;
    const at = all.get(evidence.sha)?.at ?? printedCommit(evidence.sha)?.at;
    const found = [evidence, ...(known?.evidence ?? [])];
    all.set(sha, { sha, strength, ...(at !== undefined && { at }), evidence: found });
    return true;
  };
  // The old commit of a pair may be known by its printed SHA only.
  const printedCommit = (from: string) => session.commits.find(({ sha }) => from.startsWith(sha));
  let isSettled = false;
  for (let round = 0; round < maxRounds && !isSettled; round++) {
    isSettled = true;
    for (const { from, to, kind: by } of rewrites) {
      const strength = all.get(from)?.strength ?? (printedCommit(from) ? 'seen' : undefined);
      if (strength && strength !== 'likely' && offer(to, strength, { kind: 'rewrite', sha: from, by })) {
        isSettled = false;
      }
    }
  }
  for (const [kind, name] of [
    ['patch', 'patchId'],
    ['tree', 'tree'],
  ] as const) {
    const first = new Map<string, CommitFacts>();
    for (const { sha, strength } of all.values()) {
      const commit = bySha.get(sha);
      const key = commit?.[name];
      if (!commit || key === undefined || strength === 'likely') continue;
      if (!isBefore(first.get(key), commit)) first.set(key, commit);
    }
    for (const commit of commits) {
      const original = first.get(commit[name] ?? '');
      // What a revert restores, or a pick copies, was there before the session.
      if (isBefore(original, commit)) offer(commit.sha, 'matched', { kind, sha: original.sha });
    }
  }
  return all;
}

/** Chains of rewrites are followed so far. */
const maxRounds = 20;

const isBefore = (one: CommitFacts | undefined, other: CommitFacts): one is CommitFacts =>
  one !== undefined && one.sha !== other.sha && Date.parse(one.committedAt) <= Date.parse(other.committedAt);

const rank = (strength: LinkStrength): number => linkStrengths.indexOf(strength);

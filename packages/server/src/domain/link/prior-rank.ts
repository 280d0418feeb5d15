/** A session that changed at least one of the files asked for. */
export interface PriorCandidate {
  sessionId: string;
  startedAt: number;
  files: ReadonlyMap<string, PriorFile>;
  /** How many of the lines asked for it wrote. */
  linesWritten: number;
}

export interface PriorFile {
  /** Lines that its commits added; undefined where no commit of it is known to have changed the file. */
  lines?: number;
}

/** An edit that no commit is known of may have been thrown away. */
const uncommitted = 0.3;
/** A session that wrote the very lines comes before any that only changed the files. */
const allLines = 100;

/**
 * What matters most first: who wrote the lines, then whose commits added most to the files. A file that few of these
 * sessions changed says more than one that all of them did.
 */
export function rankPriorWork<Candidate extends PriorCandidate>(
  candidates: readonly Candidate[],
  linesAsked: number,
): Candidate[] {
  const having = new Map<string, number>();
  for (const { files } of candidates)
    for (const path of files.keys()) having.set(path, (having.get(path) ?? 0) + 1);
  const scoreOf = ({ files, linesWritten }: Candidate): number => {
    let score = linesAsked === 0 ? 0 : (allLines * linesWritten) / linesAsked;
    for (const [path, { lines }] of files) {
      const rarity = Math.log(1 + candidates.length / (having.get(path) ?? 1));
      score += rarity * (lines === undefined ? uncommitted : 1 + Math.log1p(lines));
    }
    return score;
  };
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.candidate.startedAt - a.candidate.startedAt ||
        (a.candidate.sessionId < b.candidate.sessionId ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

import { conclude, type Thresholds, thresholds } from './src/conclude.ts';
import { hashText, unpackHashes } from './src/line.ts';
import type { CommitLink } from './src/link.ts';
import { type RivalLink, settle } from './src/settle.ts';
import { arePresent, type WorkSession, type WorkSet, workSet } from './testing/work-sessions.ts';

/** `node packages/links/evaluate.ts [FOLDER]` measures links on real sessions whose commits are known. */

export interface Figures {
  /** Commits that the sessions led to. */
  truth: number;
  /** Links that are matched or better: right ones, others, and those of the others that the session shows to be its own. */
  right: number;
  other: number;
  shown: number;
  /** Right ones with the likely links counted too, and the others of these. */
  rightWithLikely: number;
  otherLikely: number;
}

type Linked = Map<string, CommitLink[]>;

const none: Figures = {
  truth: 0,
  right: 0,
  other: 0,
  shown: 0,
  rightWithLikely: 0,
  otherLikely: 0,
};

const isTrue = ({ truth }: WorkSession, { sha }: CommitLink): boolean =>
  [...truth].some((one) => one.startsWith(sha));

/** The truth misses some links. These stand in the session itself: git printed the SHA, or nearly all lines are its own. */
const isShown = ({ evidence }: CommitLink): boolean =>
  evidence.some(
    (one) =>
      one.kind === 'printed' ||
      one.kind === 'subject' ||
      (one.kind === 'lines' && one.matched / one.of >= 0.8),
  );

export function figuresOf(sessions: readonly WorkSession[], linked: Linked): Figures {
  const figures = { ...none };
  for (const session of sessions) {
    figures.truth += session.truth.size;
    for (const link of linked.get(session.id) ?? []) {
      const isRight = isTrue(session, link);
      if (isRight) figures.rightWithLikely++;
      if (link.strength === 'likely') figures.otherLikely += isRight ? 0 : 1;
      else if (isRight) figures.right++;
      else {
        figures.other++;
        if (isShown(link)) figures.shown++;
      }
    }
  }
  return figures;
}

/** The set with the names that a session had on earlier days, as the project's tool kept it. */
export const withEarlierNames = (set: WorkSet): WorkSet => ({
  ...set,
  sessions: [...set.sessions, ...set.earlier],
});

export function linksOf({ sessions, commits }: WorkSet, limits: Thresholds = thresholds): Linked {
  const writtenAt = new Map(commits.map(({ sha, authoredAt }) => [sha, Date.parse(authoredAt)]));
  const byCommit = new Map<string, RivalLink[]>();
  for (const { id, facts } of sessions) {
    const ended = facts.to === undefined ? {} : { endedAt: Date.parse(facts.to) };
    for (const link of conclude(facts, { ids: [id] }, commits, [], limits)) {
      byCommit.set(link.sha, [...(byCommit.get(link.sha) ?? []), { sessionId: id, link, ...ended }]);
    }
  }
  const linked: Linked = new Map();
  for (const [sha, claims] of byCommit) {
    for (const { sessionId, link } of settle(claims, writtenAt.get(sha))) {
      linked.set(sessionId, [...(linked.get(sessionId) ?? []), link]);
    }
  }
  return linked;
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2));

function print(name: string, figures: Figures): void {
  const { truth, right, other, shown, rightWithLikely, otherLikely } = figures;
  const columns = [
    `precision ${share(right, right + other)}`,
    `${share(right + shown, right + other)} with links the truth misses`,
    `recall ${share(right, truth)}`,
    `with likely ${share(rightWithLikely, truth)}`,
    `precision with likely ${share(rightWithLikely, rightWithLikely + other + otherLikely)}`,
  ];
  console.log(`${name.padEnd(46)} ${columns.join(' · ')}`);
}

/** What the design measured before: the printed SHA, or a fifth of the lines within a day. */
function simpleLinks({ sessions, commits }: WorkSet): Linked {
  const linesOf = new Map(commits.map(({ sha, addedLines }) => [sha, unpackHashes(addedLines) ?? []]));
  return new Map(
    sessions.map(({ id, facts }) => {
      const lines = new Set(unpackHashes(facts.lines));
      const [from, to] = [Date.parse(facts.from ?? ''), Date.parse(facts.to ?? '') + 24 * 3_600_000];
      const found = commits.filter((commit) => {
        const hashes = linesOf.get(commit.sha) ?? [];
        const matched = hashes.filter((hash) => lines.has(hash)).length;
        const at = Date.parse(commit.authoredAt);
        const isPrinted = facts.commits.some(
          ({ sha, subjectHash }) => commit.sha.startsWith(sha) || subjectHash === commit.subjectHash,
        );
        return isPrinted || (matched >= 3 && matched / hashes.length >= 0.2 && at >= from && at <= to);
      });
      return [id, found.map(({ sha }): CommitLink => ({ sha, strength: 'matched', evidence: [] }))] as const;
    }),
  );
}

const choices: Thresholds[] = [0.2, 0.25, 0.3, 0.4].flatMap((soon) =>
  [0.1, 0.12, 0.15, 0.2].flatMap((large) =>
    [3, 5, 8].map((later) => ({
      ...thresholds,
      soon: { ...thresholds.soon, part: soon },
      large: { ...thresholds.large, part: large },
      sameFiles: { ...thresholds.sameFiles, part: large },
      later: { ...thresholds.later, lines: later },
    })),
  ),
);

/** The limits are chosen on all parts of the sessions but one and measured on that one, for each part. */
function crossValidated(
  byChoice: readonly Linked[],
  sessions: readonly WorkSession[],
  parts: number,
): Figures {
  const total = { ...none };
  for (let part = 0; part < parts; part++) {
    const held = sessions.filter((_, index) => index % parts === part);
    const rest = sessions.filter((_, index) => index % parts !== part);
    // Precision counts twice as much as recall.
    const worth = (linked: Linked): number => {
      const { truth, right, other } = figuresOf(rest, linked);
      const [precision, recall] = [right / (right + other || 1), right / truth];
      return (1.25 * precision * recall) / (0.25 * precision + recall || 1);
    };
    const best = byChoice.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    for (const [name, value] of Object.entries(figuresOf(held, best))) {
      total[name as keyof Figures] += value;
    }
  }
  return total;
}

/** Sessions in an order that only the seed decides. */
function shuffled(sessions: readonly WorkSession[], seed: number): WorkSession[] {
  const key = ({ id }: WorkSession): string => hashText(`${seed} ${id}`);
  return sessions.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const splits = 20;

/** Limits chosen on one half of the sessions and measured on the other, for many ways to split them. */
function printSplits(byChoice: readonly Linked[], sessions: readonly WorkSession[]): void {
  const found = Array.from({ length: splits }, (_, seed) =>
    crossValidated(byChoice, shuffled(sessions, seed), 2),
  );
  const range = (of: (figures: Figures) => number): string => {
    const values = found.map(of).sort((a, b) => a - b);
    return `${values[0]?.toFixed(2)} to ${values.at(-1)?.toFixed(2)}, median ${values[splits / 2]?.toFixed(2)}`;
  };
  console.log(
    `${`${splits} other splits in halves`.padEnd(46)} precision ${range(({ right, other }) => right / (right + other))} · recall ${range(({ right, truth }) => right / truth)} · with likely ${range(({ rightWithLikely, truth }) => rightWithLikely / truth)}`,
  );
}

function main(folder: string | undefined): void {
  if (!arePresent(folder)) {
    console.error(
      'There is no truth.jsonl. It is expected in ../shared/work-sessions, or in the folder given.',
    );
    process.exitCode = 1;
    return;
  }
  const set = workSet(folder);
  const sessions = set.sessions.filter(({ truth }) => truth.size > 0);
  const linked = linksOf(set);
  console.log(
    `${sessions.length} sessions that led to known commits, ${set.sessions.length - sessions.length} that led to none\n`,
  );
  print('printed SHA, or a fifth of the lines in a day', figuresOf(sessions, simpleLinks(set)));
  print('as concluded', figuresOf(sessions, linked));
  const named = withEarlierNames(set);
  print('as concluded, with all names of a session', figuresOf(sessions, linksOf(named)));
  const byChoice = choices.map((choice) => linksOf(named, choice));
  print('limits chosen on the other half', crossValidated(byChoice, sessions, 2));
  print('limits chosen on the other four fifths', crossValidated(byChoice, sessions, 5));
  printSplits(byChoice, sessions);
  print('as concluded, all sessions', figuresOf(set.sessions, linksOf(named)));
  console.log('\nmatched or better, and not in the truth:');
  for (const session of set.sessions) {
    for (const link of linked.get(session.id) ?? []) {
      if (link.strength === 'likely' || isTrue(session, link)) continue;
      const why = link.evidence.map((one) =>
        'matched' in one ? `${one.matched} of ${one.of} ${one.kind}` : one.kind,
      );
      const blank = session.truth.size === 0 ? ' (session without known commits)' : '';
      console.log(`  ${link.sha.slice(0, 8)} ${link.strength}: ${why.join(', ')}${blank}`);
    }
  }
}

if (import.meta.main) main(process.argv[2]);

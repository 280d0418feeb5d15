import type { KeptRule, KeptRules } from '@debrief/contract';
import { checkFaults, effectOf } from '@debrief/lessons';
import { lineHash, unpackHashes } from '@debrief/links';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { type Listed, lookThrough } from '../findings/look-through.ts';
import type { OfferedCheck } from '../findings/ports.ts';
import type { CommitSummary } from '../link/records.ts';
import type { LookedSession } from '../records.ts';
import { addedAtOnce, countChecks } from './count.ts';
import { splitAt } from './effect.ts';

/** How long each part may take, so that whoever asks waits for seconds. */
const patience = { offers: 4000, counts: 8000, commits: 2000 };
const most = { rules: 40, commits: 3000, commitsAtOnce: 200 };

/** A sentence, and the sessions that show it. */
interface Rule {
  offer: OfferedCheck;
  shown: number;
  firstShown: number;
}

/**
 * Which rules of a repository are kept: sentences of AGENTS.md and the like that its sessions show, each with a check
 * that may be meant, counted before and since the day it came. Nothing is adopted by it.
 */
export async function listKeptRules(
  context: Context,
  actor: MemberActor,
  { repository }: { repository: string },
): Promise<KeptRules> {
  const { rules, among } = await offeredRules(context, actor, repository);
  const days = await daysOf(context, actor.organizationId, repository, rules);
  const checks = rules.map(({ offer }) => ({ check: offer.text }));
  const look = { repository, patience: patience.counts, among, isKept: true };
  const { sessions, isWhole, of } = await countChecks(context, actor, checks, look);
  const kept = rules.map(({ offer, shown, firstShown }, at): KeptRule => {
    const { said, text, file, sessionId, sequence } = offer;
    const commit = days.get(offer.line);
    const since = commit?.committedAt ?? firstShown;
    return {
      ...{ said, check: text, file, line: offer.at, sessionId, sequence, shown },
      since: new Date(since).toISOString(),
      ...(commit ? { datedBy: 'commit' as const, sha: commit.sha } : { datedBy: 'session' as const }),
      effect: effectOf(splitAt(of[at]?.counted ?? [], since)),
      examples: of[at]?.examples ?? [],
    };
  });
  const cases = ({ effect: { before, since } }: KeptRule) => before.opportunities + since.opportunities;
  return { sessions, isWhole, rules: kept.sort((a, b) => cases(b) - cases(a)) };
}

/** What most sessions show comes first; of each, the newest session's words. */
async function offeredRules(
  context: Context,
  actor: MemberActor,
  repository: string,
): Promise<{ rules: Rule[]; among: Listed | undefined }> {
  const found = new Map<string, Rule>();
  const begun = performance.now();
  const listed: LookedSession[] = [];
  const look = { filter: { repository }, patience: patience.offers, atOnce: addedAtOnce };
  const { isWhole } = await lookThrough(context, actor, look, async (sessions: readonly LookedSession[]) => {
    listed.push(...sessions);
    const startedAt = new Map(sessions.map((one) => [one.sessionId, one.startedAt]));
    for (const offer of await context.store.judgement.offeredChecks(callerOf(actor), sessions)) {
      const at = startedAt.get(offer.sessionId) ?? Number.POSITIVE_INFINITY;
      const known = found.get(offer.text);
      if (known) {
        known.shown++;
        known.firstShown = Math.min(known.firstShown, at);
      } else if (checkFaults(offer.text).length === 0)
        found.set(offer.text, { offer, shown: 1, firstShown: at });
    }
  });
  const rules = [...found.values()].sort((a, b) => b.shown - a.shown).slice(0, most.rules);
  // Where the time was over, there are more to be counted in.
  const isOver = !isWhole && performance.now() - begun > patience.offers;
  return { rules, among: isOver ? undefined : { sessions: listed, isWhole } };
}

/** For each line of a file of instructions the first commit that is known to have added it, in time. */
async function daysOf(
  context: Context,
  organizationId: string,
  repository: string,
  rules: readonly Rule[],
): Promise<Map<string, CommitSummary>> {
  const { commit } = context.store;
  const until = performance.now() + patience.commits;
  const wanted = new Map<string, { hash: number; file: string }>();
  for (const { offer } of rules) {
    const hash = lineHash(offer.line);
    if (hash !== undefined) wanted.set(offer.line, { hash, file: offer.file });
  }
  const days = new Map<string, CommitSummary>();
  let after: { committedAt: number; sha: string } | undefined;
  for (let looked = 0; looked < most.commits && wanted.size > 0; looked += most.commitsAtOnce) {
    const commits = await commit.ofRepository(organizationId, repository, {
      limit: most.commitsAtOnce,
      ...(after && { after }),
    });
    const named = commits.filter(({ files }) =>
      [...wanted.values()].some(({ file }) => files.includes(file)),
    );
    const lines = await commit.lines(
      organizationId,
      named.map(({ sha }) => sha),
    );
    for (const one of named) {
      const hashes = hashesOf(lines.get(one.sha));
      // The newest come first, so that the last one that is found is the first that was.
      for (const [line, { hash, file }] of wanted)
        if (hashes.has(hash) && one.files.includes(file)) days.set(line, one);
    }
    const last = commits.at(-1);
    if (commits.length < most.commitsAtOnce || !last || performance.now() > until) break;
    after = { committedAt: last.committedAt, sha: last.sha };
  }
  return days;
}

function hashesOf(lines: Uint8Array | undefined): Set<number> {
  if (!lines) return new Set();
  return new Set(unpackHashes(Buffer.from(lines).toString('base64')) ?? []);
}

import type { Entry, EntryListener, SessionFacts } from '@debrief/transcript';
import type { Act } from './acts/act.ts';
import type { Proof } from './brief/proof.ts';
import {
  createFindings,
  type FindingsContext,
  type FindingsState,
  type Judgement,
  type ShownCheck,
  type ShownOffer,
} from './findings.ts';
import { bounded, isOfInterest, isRunning, merged, outline } from './open-entry.ts';
import type { FindingPolicy } from './policy.ts';

/** An entry that a later record may still complete. */
interface OpenEntry {
  entry: Entry;
  /** Its number, if it is one of the main conversation. */
  index: number | undefined;
  isRead: boolean;
}

/** JSON through and through; private to this package. */
export interface FindingsFoldState {
  findings: FindingsState;
  /** The one that changed last at the end. */
  open: [id: string, open: OpenEntry][];
  /** Entries that claim something, with their numbers. */
  claims: [id: string, index: number][];
  root?: string;
  branch?: string;
}

/** Findings of a session whose entries come one by one and change later; what is kept between is bounded. */
export interface FindingsFold extends EntryListener {
  judge(context: FindingsContext): Judgement;
  proof(context: FindingsContext): Proof;
  /** Rules that files of instructions could be which the session shows. */
  offers(): ShownOffer[];
  /** Checks that they could be. */
  offeredChecks(): ShownCheck[];
  /** All that happened, for checks of the team, and the branch at the beginning. */
  acts(policy?: FindingPolicy): { acts: readonly Act[]; branch: string | undefined };
  /** To be written out before more is heard. */
  state(): FindingsFoldState;
}

export interface FindingsFoldOptions {
  /** Folder of the repository, when it is known from elsewhere than the records. */
  root?: string | undefined;
  /** The agent whose records they are; without it every call counts as Claude Code's do. */
  agent?: string | undefined;
  /** What the records have said so far. */
  facts: () => Pick<SessionFacts, 'cwd' | 'branch'>;
}

/** Calls without a result, and entries that have theirs; some agents tell an exit code in a record of its own. */
const maxOpen = { running: 64, settled: 8 };

/** What it keeps depends on the order of the events alone, never on how many came at once. */
export function createFindingsFold(
  { root: given, agent, facts }: FindingsFoldOptions,
  state?: FindingsFoldState,
): FindingsFold {
  const findings = createFindings(state?.findings);
  const open = new Map(state?.open);
  const claims = new Map(state?.claims);
  const count = { running: 0, settled: 0 };
  const sideOf = ({ entry }: OpenEntry) => (isRunning(entry) ? 'running' : 'settled');
  for (const one of open.values()) count[sideOf(one)]++;
  let root = given ?? state?.root;
  // The first that the records tell: later ones follow from the commands.
  let branch = state?.branch;

  const read = (id: string, one: OpenEntry) => {
    if (one.isRead) return;
    one.isRead = true;
    findings.feed([one.entry], root, agent);
    if (one.index !== undefined && findings.claims(id)) claims.set(id, one.index);
  };
  /** With what may still change, as it is now. */
  const heard = () => {
    for (const [id, one] of open) read(id, one);
    return findings;
  };
  const remove = (id: string) => {
    const one = open.get(id);
    if (!one) return undefined;
    open.delete(id);
    count[sideOf(one)]--;
    return one;
  };
  const keep = (entry: Entry, index: number | undefined) => {
    root ??= facts().cwd;
    branch ??= facts().branch;
    const kept = { entry: bounded(entry), index, isRead: false };
    open.set(entry.id, kept);
    const side = sideOf(kept);
    if (++count[side] <= maxOpen[side]) return;
    for (const [id, oldest] of open) {
      if (sideOf(oldest) !== side) continue;
      remove(id);
      read(id, oldest);
      return;
    }
  };
  return {
    added(entry, { lane, index }) {
      if (isOfInterest(entry)) keep(entry, lane === 0 ? index : undefined);
    },
    changed(entry, patch, appended) {
      if (!isOfInterest(entry)) return;
      const before = remove(entry.id);
      keep(merged(before?.entry ?? outline(entry), patch, appended), before?.index);
    },
    retracted(lane, from) {
      if (lane !== 0) return;
      for (const one of open.values()) {
        if (one.index !== undefined && one.index >= from) one.entry = { ...one.entry, retracted: true };
      }
      for (const [id, index] of claims) {
        if (index < from) continue;
        findings.retract(id);
        claims.delete(id);
      }
    },
    judge: (context) => heard().judge({ branch, ...context }),
    proof: (context) => heard().proof({ branch, ...context }),
    offers: () => heard().offers(),
    offeredChecks: () => heard().offeredChecks(),
    acts: (policy) => ({ acts: heard().acts(policy), branch }),
    state: () => ({
      findings: findings.state(),
      open: [...open],
      claims: [...claims],
      ...(root !== undefined && { root }),
      ...(branch !== undefined && { branch }),
    }),
  };
}

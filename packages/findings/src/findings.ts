import { posixPath } from '@debrief/shell';
import type { Entry } from '@debrief/transcript';
import type { Act } from './acts/act.ts';
import { actsOf } from './acts/entry.ts';
import type { Instructed } from './acts/instructed.ts';
import { type Proof, proofOf } from './brief/proof.ts';
import type { Finding, NotJudged } from './finding.ts';
import { type Intervention, interventionsIn } from './intervention.ts';
import { NewText } from './new-text.ts';
import { defaultPolicy, type FindingPolicy, isTestCommand } from './policy.ts';
import type { CheckedClaim } from './rules/checked-claim.ts';
import { checkClaims } from './rules/claim-check.ts';
import { evaluate } from './rules/evaluate.ts';
import { withBases } from './runs/base.ts';
import { withEnds } from './runs/life.ts';
import type { RuleOffer } from './team-rule/offer.ts';
import type { CheckOffer } from './team-rule/offer-check.ts';

/** What is known about a session besides its records. */
export interface FindingsContext {
  policy?: FindingPolicy;
  /** Nothing more will come, so what is missing is missing. */
  isEnded: boolean;
  /** The session goes on from another, which may hold what is missing here. */
  isContinued?: boolean;
  /** The branch that was checked out at the beginning. */
  branch?: string | undefined;
}

/** JSON through and through; private to this package. */
export interface FindingsState {
  entries: [id: string, acts: Act[]][];
  partial: number;
  isFull: boolean;
}

/** A rule that a file of instructions could be, and where the session shows it. */
export interface ShownOffer extends RuleOffer {
  file: string;
  sequence: number;
}

/** A check that a sentence of a file of instructions could be, and where the session shows it. */
export interface ShownCheck extends CheckOffer {
  file: string;
  sequence: number;
}

/** What a session comes to. */
export interface Judgement {
  findings: Finding[];
  claims: CheckedClaim[];
  /** What people did about it, in order: navigation, not risk. */
  interventions: Intervention[];
  notJudged: NotJudged[];
}

export interface Findings {
  /**
   * Entries that are new or have changed, in any pieces: the result is the same. `root` is the folder of the
   * repository, or the folder the session ran in.
   */
  feed(entries: Iterable<Entry>, root?: string, agent?: string): void;
  /** Whether the entry claims something. */
  claims(id: string): boolean;
  /** The entry was taken back: what it says no longer counts. */
  retract(id: string): void;
  /**
   * The policy is applied here, not before, so that another one needs no second reading of the records. The very same
   * answer again while nothing was heard that could change it.
   */
  judge(context: FindingsContext): Judgement;
  /** How its checks stand and what was committed, for the brief. */
  proof(context: FindingsContext): Proof;
  /** Rules that files of instructions could be which the session shows; nothing is judged by them. */
  offers(): ShownOffer[];
  /** Checks that they could be. */
  offeredChecks(): ShownCheck[];
  /** All that happened, for checks of the team. */
  acts(policy?: FindingPolicy): readonly Act[];
  /** To be written out before the next feed. */
  state(): FindingsState;
}

/** Beyond these a session is judged by what it did until then, and says so. One entry may hold many acts. */
const max = { entries: 20_000, acts: 50_000, claims: 500, interventions: 500 };

export function createFindings(state?: FindingsState): Findings {
  const entries = new Map<string, Act[]>(state?.entries ?? []);
  let partial = state?.partial ?? 0;
  let isFull = state?.isFull ?? false;
  const text = new NewText(entries.values());
  let kept = [...entries.values()].flat().length;
  /** What was found, until something else is heard. */
  let found: Found = {};
  let ordered: Act[] | undefined;
  const keep = (id: string, given: Act[]) => {
    const before = entries.get(id);
    const acts = text.bounded(given, before);
    kept += acts.length - (before?.length ?? 0);
    entries.set(id, acts);
    found = {};
    if (!before && ordered) insert(ordered, acts);
    else ordered = undefined;
  };
  const inOrder = () => {
    ordered ??= [...entries.values()].flat().sort((a, b) => a.sequence - b.sequence);
    return ordered;
  };
  const under = (policy: FindingPolicy): readonly Act[] => {
    if (found.under?.policy !== policy)
      found.under = { policy, acts: withBases(withEnds(withTeamsTests(inOrder(), policy))) };
    return found.under.acts;
  };
  return {
    feed(changed, given, agent) {
      const root = given === undefined ? undefined : posixPath(given);
      for (const entry of changed) {
        const before = entries.get(entry.id);
        if (isFull && !before) continue;
        const { acts, isPartial } = actsOf(entry, { root, agent });
        if (isPartial && !before) {
          partial++;
          found = {};
        }
        if (acts.length === 0 && !before) continue;
        const grown = acts.length - (before?.length ?? 0);
        if ((!before && entries.size >= max.entries) || (grown > 0 && kept + grown > max.acts)) {
          isFull = true;
          found = {};
        } else keep(entry.id, acts);
      }
    },
    claims: (id) => entries.get(id)?.some(({ kind }) => kind === 'claim') ?? false,
    retract(id) {
      const acts = entries.get(id)?.filter(({ kind }) => kind !== 'claim');
      if (acts) keep(id, acts);
    },
    judge(context) {
      const { policy = defaultPolicy, isEnded, isContinued = false, branch } = context;
      if (found.judged && isSame(found.judged.context, context)) return found.judged.judgement;
      const acts = under(policy);
      const claims = checkClaims(acts, { isContinued, branch });
      const judgement = {
        findings: evaluate({ acts, claims, policy, isEnded, isContinued, branch }),
        claims: claims.slice(-max.claims),
        interventions: interventionsIn(acts).slice(-max.interventions),
        notJudged: notJudged(acts, partial, isFull),
      };
      found.judged = { context: { ...context }, judgement };
      return judgement;
    },
    proof(context) {
      const { policy = defaultPolicy, isContinued = false, branch } = context;
      if (!found.proven || !isSame(found.proven.context, context))
        found.proven = { context: { ...context }, proof: proofOf(under(policy), { isContinued, branch }) };
      return found.proven.proof;
    },
    offers: () => offersOf(inOrder()),
    offeredChecks: () => checksOf(inOrder()),
    acts: (policy = defaultPolicy) => under(policy),
    state: () => ({ entries: [...entries], partial, isFull }),
  };
}

interface Found {
  under?: { policy: FindingPolicy; acts: readonly Act[] };
  judged?: { context: FindingsContext; judgement: Judgement };
  proven?: { context: FindingsContext; proof: Proof };
}

const isSame = (a: FindingsContext, b: FindingsContext): boolean =>
  a.policy === b.policy &&
  a.isEnded === b.isEnded &&
  a.isContinued === b.isContinued &&
  a.branch === b.branch;

/** Acts of an entry that is new, into those of all: mostly at the end, as calls are answered soon. */
function insert(ordered: Act[], acts: readonly Act[]): void {
  for (const act of acts) {
    let at = ordered.length;
    while (at > 0 && (ordered[at - 1] as Act).sequence > act.sequence) at--;
    if (at === ordered.length) ordered.push(act);
    else ordered.splice(at, 0, act);
  }
}

const maxOffers = 60;

/** Each once, where it is shown first. */
function offersOf(acts: readonly Act[]): ShownOffer[] {
  const found = new Map<string, ShownOffer>();
  for (const { file, sequence, offers } of acts.filter((act): act is Instructed => act.kind === 'instructed'))
    for (const offer of offers)
      if (found.size < maxOffers && !found.has(offer.text))
        found.set(offer.text, { ...offer, file, sequence });
  return [...found.values()];
}

function checksOf(acts: readonly Act[]): ShownCheck[] {
  const found = new Map<string, ShownCheck>();
  for (const { file, sequence, checks } of acts.filter((act): act is Instructed => act.kind === 'instructed'))
    for (const check of checks)
      if (found.size < maxOffers && !found.has(check.text))
        found.set(check.text, { ...check, file, sequence });
  return [...found.values()];
}

/** Commands that the team calls its tests are runs of them. */
function withTeamsTests(acts: readonly Act[], policy: FindingPolicy): readonly Act[] {
  if (policy.testCommands.length === 0) return acts;
  return acts.map((act): Act => {
    if (act.kind !== 'script' || !isTestCommand(act.line, policy)) return act;
    const { sequence, lane, run } = act;
    const from = run.from ?? (lane === undefined ? 'session' : 'subagent');
    return { kind: 'run', sequence, ...(lane !== undefined && { lane }), ...run, from };
  });
}

function notJudged(acts: readonly Act[], partial: number, isFull: boolean): NotJudged[] {
  const missing: NotJudged[] = [];
  const steps = acts.filter((act) => act.kind === 'step');
  if (steps.length >= 3 && steps.every(({ outcome }) => outcome === 'unknown')) {
    missing.push({ what: 'Test results', because: 'this agent does not record what its calls answered' });
  }
  if (partial > 0)
    missing.push({
      what: `${partial} ${partial === 1 ? 'command' : 'commands'}`,
      because: 'too long, or not written for a shell that can be read',
    });
  if (isFull)
    missing.push({
      what: 'The rest of the session',
      because: `only what it did first is judged, up to ${max.entries} steps`,
    });
  return missing;
}

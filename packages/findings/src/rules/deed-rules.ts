import type { Deed, Edit } from '../acts/act.ts';
import { type FindingPolicy, isGuardedBranch, isTrustedHost } from '../policy.ts';
import type { RuleId } from './catalog.ts';
import { editEvidence } from './claim-check.ts';
import { type Draft, draft, plural, type Whole } from './draft.ts';

/** Rules about one command, raised or dropped by what happened around it. */
export function deedRules({ acts, policy }: Whole): Draft[] {
  const found: Draft[] = [];
  let uncommitted: Edit[] = [];
  let lastSecret: Deed | undefined;
  let fetched = -1;
  let asked = -1;
  const made = new Set<string>();
  for (const [index, act] of acts.entries()) {
    if (act.kind === 'edit') {
      uncommitted.push(act);
      if (act.change === 'add') made.add(act.path);
    } else if (act.kind === 'commit') uncommitted = [];
    else if (act.kind === 'fetch') fetched = index;
    else if (act.kind === 'prompt' || act.kind === 'intervention') {
      asked = asksToDiscard(act.kind === 'prompt' ? act.text : (act.words ?? '')) ? index : -1;
    }
    if (act.kind !== 'deed') continue;
    if (act.rule === 'secret.read') lastSecret = act;
    const soon = lastSecret !== undefined && act.sequence - lastSecret.sequence <= 20;
    const deed = underPolicy(act, policy);
    if (!deed) continue;
    const one = judged(deed, {
      uncommitted,
      made,
      isFetched: fetched >= 0 && index - fetched < 12,
      soon: soon ? lastSecret : undefined,
      isAsked: asked >= 0 && index - asked < 12,
    });
    if (one) found.push(one);
    if (act.rule === 'git.discard') uncommitted = [];
  }
  return found;
}

/** What the team's own lists make of a deed: nothing, or something more severe. */
function underPolicy(deed: Deed, policy: FindingPolicy): Deed | undefined {
  if (deed.host !== undefined && isTrustedHost(deed.host, policy)) return undefined;
  const guarded = deed.branches?.find((branch) => isGuardedBranch(branch, policy));
  if (deed.rule === 'git.push-protected' && deed.branches && guarded === undefined) return undefined;
  if (guarded === undefined) return deed;
  const what = deed.what.replace(deed.target, () => guarded);
  const severity = deed.rule === 'git.force-push' ? 'high' : deed.severity;
  return { ...deed, severity, target: guarded, what };
}

interface Around {
  uncommitted: readonly Edit[];
  made: ReadonlySet<string>;
  isFetched: boolean;
  soon: Deed | undefined;
  /** The last thing the person said was to throw it away. */
  isAsked: boolean;
}

function judged(deed: Deed, { uncommitted, made, isFetched, soon, isAsked }: Around): Draft | undefined {
  const base = draft(
    deed.rule as RuleId,
    deed.severity,
    deed,
    deed.target,
    `${deed.what}: \`${deed.command}\`.`,
    [{ sequence: deed.sequence, label: deed.command }],
  );
  if (deed.rule === 'fs.delete-inside') {
    const folder = deed.target.replace(/^\.\//, '').replace(/\/$/, '');
    return [...made].some((path) => path.includes(`/${folder}/`) || path.startsWith(`${folder}/`))
      ? undefined
      : base;
  }
  if (deed.rule === 'net.send' && soon) {
    return {
      ...base,
      severity: 'high',
      evidence: [...base.evidence, { sequence: soon.sequence, label: soon.command }],
    };
  }
  if (deed.rule !== 'git.discard') return base;
  const lost = uncommitted.filter((edit) => !edit.isSoft && touches(deed.target, edit.path));
  if (lost.length === 0) return { ...base, severity: isFetched ? 'low' : 'medium' };
  return {
    ...base,
    severity: isAsked ? 'medium' : 'high',
    why: `${deed.what}: \`${deed.command}\`, ${plural(lost.length, 'edit')} since the last commit${isAsked ? ', after the person asked for it' : ''}.`,
    evidence: [...base.evidence, ...lost.slice(-5).map(editEvidence)],
    facts: { edits: lost.length },
  };
}

/** `.` and a commit stand for every file; a path for itself and what is below it. */
function touches(target: string, path: string): boolean {
  return target
    .split(' ')
    .some(
      (one) =>
        one === '.' ||
        /^(?:HEAD|origin\/|[0-9a-f]{7,40}$|stash@)/.test(one) ||
        path.endsWith(one.replace(/^\.\//, '')) ||
        path.includes(`${one.replace(/\/$/, '')}/`),
    );
}

/** “just reset”, “undo that”; not “do not revert it”. */
function asksToDiscard(words: string): boolean {
  return (
    /\b(?:reset|revert|discard|undo|throw (?:it|that|them|this) away|roll(?: it)? back)\b/i.test(words) &&
    !/\b(?:not|never|without|instead of)\b|n['’]t\b/i.test(words)
  );
}

import type { Deed } from '../acts/act.ts';
import { type FindingPolicy, isGuardedBranch, isTrustedHost } from '../policy.ts';
import { Wishes } from '../state/wishes.ts';
import { type DiscardDeed, WorkingTree } from '../state/work.ts';
import type { RuleId } from './catalog.ts';
import { type Around, severityOf } from './deed-severity.ts';
import { discardDraft } from './discard-rule.ts';
import { type Draft, draft, plural, type Whole } from './draft.ts';

/** So many single files in one session are more than tidying up. */
const manyFiles = 10;
const soonAfterFailure = 24;

/** Rules about one command, by what it did and what was known and wanted when it ran. */
export function deedRules({ acts, policy, branch }: Whole): Draft[] {
  const found: Draft[] = [];
  const around: Around = {
    work: new WorkingTree(),
    wishes: new Wishes(),
    secret: undefined,
    isAfterFailure: false,
    isBypassed: false,
  };
  const lastEdit = new Map<string, number>();
  for (const act of acts) if (act.kind === 'edit') lastEdit.set(act.path, act.sequence);
  const files: { deed: Deed; paths: Set<string> }[] = [];
  let turn = -1;
  let failed = Number.NEGATIVE_INFINITY;
  let current = branch;
  for (const [index, act] of acts.entries()) {
    if (act.kind === 'wish') turn = act.sequence;
    if (act.kind === 'step' && act.outcome === 'error' && /\bgit\b.{0,80}\b(?:commit|push)\b/.test(act.mark))
      failed = index;
    if (act.kind === 'command' && /^git (?:checkout|switch|worktree)\b/.test(act.line)) current = undefined;
    if (act.kind === 'mode') around.isBypassed = act.isBypass;
    around.wishes.follow(act);
    if (act.kind !== 'deed') {
      around.work.follow(act);
      continue;
    }
    // Told with the runs around it.
    if (act.rule === 'test.weaken') continue;
    if (act.rule === 'secret.read') around.secret = act;
    around.isAfterFailure = index - failed < soonAfterFailure;
    if (act.loss) {
      const one = discardDraft(act as DiscardDeed, {
        work: around.work,
        isAsked: around.wishes.asks('discard'),
        turn,
        isEditedAgain: (path) => (lastEdit.get(path) ?? -1) > act.sequence,
      });
      if (one) found.push(one);
      around.work.discard(act.loss);
      continue;
    }
    const deed = underPolicy(onBranch(act, current), policy);
    if (!deed) continue;
    if (isSingleFile(deed) && !around.work.hasOthers(deed.paths ?? [])) {
      if (!around.work.isMade(deed.paths ?? [])) files.push({ deed, paths: new Set(deed.paths) });
      continue;
    }
    const one = judged(deed, around);
    if (one) found.push(one);
    if (deed.branches) around.work.push(deed.branches);
  }
  return [...found, ...deletedFiles(files, around.wishes), ...leftStashes(around)];
}

const isSingleFile = ({ rule, target, severity }: Deed): boolean =>
  rule === 'fs.delete-inside' && target === 'files' && severity === 'low';

/** A bare `git push` goes to the branch that is checked out. */
const onBranch = (deed: Deed, current: string | undefined): Deed =>
  deed.branches && current !== undefined && (deed.branches.length === 0 || deed.branches[0] === 'HEAD')
    ? {
        ...deed,
        branches: [current],
        target: current,
        what: deed.what.replace('the current branch', () => current),
      }
    : deed;

/** What the team's own lists make of a deed: nothing, or something more severe. */
function underPolicy(deed: Deed, policy: FindingPolicy): Deed | undefined {
  if (deed.host !== undefined && isTrustedHost(deed.host, policy)) return undefined;
  const guarded = deed.branches?.find((branch) => isGuardedBranch(branch, policy));
  if (guarded === undefined) return deed;
  const what = deed.what.replace(deed.target, () => guarded);
  const isForced = deed.rule === 'git.force-push';
  return {
    ...deed,
    rule: isForced ? deed.rule : 'git.push-protected',
    severity: isForced ? 'high' : 'medium',
    target: guarded,
    what,
  };
}

function judged(deed: Deed, around: Around): Draft | undefined {
  const severity = severityOf(deed, around);
  if (severity === undefined) return undefined;
  const { bans } = around.wishes;
  const isForbidden =
    (deed.wish !== undefined && around.wishes.forbids(deed.wish)) ||
    (severity === 'high' &&
      (bans.isAll || (bans.isDependency && deed.rule === 'dep.add' && deed.wish !== undefined)));
  const isUnasked =
    !isForbidden && severity !== 'low' && !around.wishes.isSilent && saysNobodyAsked.has(deed.rule);
  const also = isForbidden
    ? ', although the person had said not to'
    : isUnasked
      ? '; nobody asked for it'
      : '';
  const failed = deed.rule === 'git.no-verify' && around.isAfterFailure ? ' right after one had failed' : '';
  const before = deed.rule === 'fs.overwrite-env' && severity === 'high' ? ', which was there before' : '';
  const secret = deed.rule === 'net.send' && severity === 'high' ? around.secret : undefined;
  const back = deed.back
    ? ` ${deed.back.charAt(0) === '`' ? deed.back : `${deed.back.charAt(0).toUpperCase()}${deed.back.slice(1)}`}.`
    : '';
  return draft(
    deed.rule as RuleId,
    severity,
    deed,
    deed.target,
    `${deed.what}${before}${failed}: \`${deed.command}\`${also}.${back}`,
    [
      { sequence: deed.sequence, label: deed.command },
      ...(secret ? [{ sequence: secret.sequence, label: secret.command }] : []),
    ],
  );
}

const saysNobodyAsked = new Set([
  'git.push-unasked',
  'git.push-protected',
  'out.publish',
  'infra.change',
  'git.force-push',
  'db.destroy',
]);

/** Work that was put away and not brought back: easily forgotten, and still there. */
const leftStashes = ({ work }: Around): Draft[] =>
  work.leftStashes.map((sequence) =>
    draft(
      'git.discard',
      'low',
      { sequence },
      `stash ${sequence}`,
      'Put work away in a stash and did not bring it back.',
      [{ sequence, label: 'stash' }],
    ),
  );

function deletedFiles(files: readonly { deed: Deed; paths: Set<string> }[], wishes: Wishes): Draft[] {
  const paths = new Set(files.flatMap((one) => [...one.paths]));
  const [first] = files;
  if (!first || paths.size < manyFiles) return [];
  return [
    draft(
      'fs.delete-inside',
      wishes.asks('delete') || wishes.isRework ? 'low' : 'medium',
      first.deed,
      'files',
      `Deleted ${plural(paths.size, 'file')} of the repository one by one.`,
      files.slice(0, 5).map(({ deed }) => ({ sequence: deed.sequence, label: deed.command })),
      { files: paths.size },
    ),
  ];
}

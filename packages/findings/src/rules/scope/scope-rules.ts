import type { Act, Commit, Deed, Edit } from '../../acts/act.ts';
import { Wishes } from '../../state/wishes.ts';
import { editEvidence } from '../checked-claim.ts';
import { type Draft, draft, fileName, type Whole } from '../draft.ts';
import { isMadeBefore } from '../edit-rules.ts';

/** What was done although the person had ruled it out in so many words. */
export function scopeRules({ acts }: Whole): Draft[] {
  const found: Draft[] = [];
  const wishes = new Wishes();
  const made = new Set<string>();
  for (const [index, act] of acts.entries()) {
    wishes.follow(act);
    if (act.kind === 'made') for (const path of act.paths) made.add(path);
    if (act.kind === 'edit') {
      if (act.change === 'add') made.add(act.path);
      const one = ofEdit(act, wishes, acts, index, isMadeBefore(act, made));
      if (one) found.push(one);
    }
    if (act.kind === 'commit' && (wishes.bans.isCommit || wishes.bans.isAll)) found.push(ofCommit(act));
    if (act.kind === 'deed') {
      const one = ofDeed(act, wishes);
      if (one) found.push(one);
    }
  }
  return found;
}

function ofEdit(
  edit: Edit,
  wishes: Wishes,
  acts: readonly Act[],
  index: number,
  isMade: boolean,
): Draft | undefined {
  const { bans } = wishes;
  if (isMade || edit.isTemporary || (edit.isOutside && !edit.guard)) return undefined;
  const name = fileName(edit.path);
  const told = (target: string, why: string) =>
    draft('scope.forbidden', 'medium', edit, target, why, [editEvidence(edit)]);
  const spared = bans.pathOf(edit.path);
  if (spared !== undefined && !isLeftOut(edit, spared, acts, index))
    return told(spared, `Changed ${name}, although the person had said to leave ${spared} as it is.`);
  // More tests are no other tests.
  const isKept =
    edit.file === 'test' && !edit.signals.some((one) => /^(?:assertion|test-gone|skip)/.test(one));
  if (bans.isKind(edit.file) && !isKept)
    return told(edit.file, `Changed ${name}, although the person had said to leave such files as they are.`);
  // What they asked for may be written down.
  if (!bans.isAll || edit.file === 'document' || edit.change === 'add') return undefined;
  return told('any change', `Changed ${name}, although the person had said that nothing was to be changed.`);
}

/** `find src -not -path "src/legacy/*"`: the call itself leaves it out. */
function isLeftOut({ path, sequence }: Edit, spared: string, acts: readonly Act[], index: number): boolean {
  if (!path.includes('*')) return false;
  const last =
    spared
      .replace(/[/*]{1,4}$/, '')
      .split('/')
      .at(-1) ?? '';
  return acts
    .slice(Math.max(0, index - 20), index + 20)
    .some(
      (act) =>
        act.kind === 'command' &&
        act.sequence === sequence &&
        (act.line.includes(last) || act.line.startsWith('cd ')),
    );
}

const ofCommit = (commit: Commit): Draft =>
  draft('scope.forbidden', 'medium', commit, 'commit', 'Committed, although the person had said not to.', [
    { sequence: commit.sequence, label: 'commit' },
  ]);

/** What takes files away is told by its own rule; that they were to stay makes it worse. */
function ofDeed(deed: Deed, { bans }: Wishes): Draft | undefined {
  if (!/^(?:fs\.delete|git\.discard|large\.delete)/.test(deed.rule)) return undefined;
  const spared = (deed.paths ?? deed.loss?.paths ?? []).map((path) => bans.pathOf(path)).find(Boolean);
  if (spared === undefined) return undefined;
  return draft(
    'scope.forbidden',
    'high',
    deed,
    spared,
    `${deed.what}, although the person had said to leave ${spared} as it is: \`${deed.command}\`.`,
    [{ sequence: deed.sequence, label: deed.command }],
  );
}

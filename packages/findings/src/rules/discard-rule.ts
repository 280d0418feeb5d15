import type { Edit } from '../acts/act.ts';
import type { Evidence, Severity } from '../finding.ts';
import type { DiscardDeed, Lost, WorkingTree } from '../state/work.ts';
import { editEvidence } from './checked-claim.ts';
import { type Draft, draft, plural } from './draft.ts';

interface Around {
  work: WorkingTree;
  isAsked: boolean;
  /** The person spoke last here: edits after it belong to the same piece of work. */
  turn: number;
  /** The agent wrote the same file again afterwards. */
  isEditedAgain: (path: string) => boolean;
}

/** Work that was thrown away: what it was, whose, and how to get it back. Nothing where nothing was lost. */
export function discardDraft(deed: DiscardDeed, around: Around): Draft | undefined {
  const lost = around.work.lost(deed.loss);
  const said = lost.stash === undefined ? ofTree(deed, lost, around) : ofStash(deed, lost, around.isAsked);
  if (!said) return undefined;
  const [severity, what, evidence] = said;
  const asked = around.isAsked ? ', after the person asked for it' : '';
  const back = deed.loss.hash ? ` \`git stash apply ${deed.loss.hash}\` still works.` : '';
  return draft(
    'git.discard',
    around.isAsked ? 'low' : severity,
    deed,
    deed.target,
    `${deed.what}: \`${deed.command}\`${what}${asked}.${back}`,
    [{ sequence: deed.sequence, label: deed.command }, ...evidence],
    lost.own.length > 0 ? { edits: lost.own.length } : {},
  );
}

type Said = readonly [severity: Severity, what: string, evidence: Evidence[]];

function ofTree(deed: DiscardDeed, lost: Lost, { turn, isEditedAgain }: Around): Said | undefined {
  const { own, others, unclear } = lost;
  const evidence = own.slice(-5).map(editEvidence);
  if (others.length > 0)
    return [
      'high',
      `, with changes that were there before the session: ${others.slice(0, 3).join(', ')}`,
      evidence,
    ];
  // New files that the agent made and cleaned away in one go are its own scratch.
  const isScratch = deed.loss.of === 'untracked' && own.every(({ sequence }) => sequence > turn);
  if (own.length > 0 && !isScratch) return ofOwn(deed, own, turn, isEditedAgain, evidence);
  const isOfRemote = deed.loss.of === 'all' && /@\{u(?:pstream)?\}|^(?:origin|upstream)\//.test(deed.target);
  if (lost.commits && isOfRemote)
    return ['medium', `, with ${plural(lost.commits, 'commit')} that only this machine had`, []];
  if (lost.isNothing) return undefined;
  if (unclear.length > 0 && deed.loss.of === 'untracked')
    return ['medium', `: ${unclear.slice(0, 3).join(', ')}`, []];
  if (unclear.length > 0 && deed.loss.of !== 'paths')
    return ['medium', `, with changes that git had shown: ${unclear.slice(0, 3).join(', ')}`, []];
  return ['low', '; whether anything was lost is not recorded', []];
}

/** An agent that takes its last edits back and does them again has lost nothing. */
function ofOwn(
  { loss }: DiscardDeed,
  own: readonly Edit[],
  turn: number,
  isEditedAgain: (path: string) => boolean,
  evidence: Evidence[],
): Said {
  const said = `, ${plural(own.length, 'edit')} since the last commit`;
  const isOfThisTurn = own.every(({ sequence }) => sequence > turn);
  // What it took back by name in the same turn was a try of its own; so was what it wrote again.
  const isTry = isOfThisTurn && (loss.of === 'paths' || own.every(({ path }) => isEditedAgain(path)));
  return [isTry ? 'low' : 'high', said, evidence];
}

function ofStash({ loss }: DiscardDeed, { stash, own }: Lost, isAsked: boolean): Said | undefined {
  if (stash === 'unknown') return [isAsked ? 'low' : 'medium', ', which the session had not made', []];
  if (!stash || (stash.isApplied && !stash.hasFailed)) return undefined;
  const edits = loss.of === 'stashes' ? own : stash.edits;
  const held = edits.length > 0 ? ` with ${plural(edits.length, 'edit')}` : '';
  return [
    'high',
    `${held}, ${stash.hasFailed ? 'after it could not be put back' : 'and it had not been put back'}`,
    edits.slice(-5).map(editEvidence),
  ];
}

import type { SimpleCommand } from '@debrief/shell';
import type { Tool } from '@debrief/transcript';
import type { Surroundings } from '../../place.ts';
import { type Base, clipped, type Deed } from '../act.ts';
import { unasking } from './agent.ts';
import { baselined } from './baseline.ts';
import { database } from './database.ts';
import type { Classifier, DeedDraft } from './deed.ts';
import { deletion } from './delete.ts';
import { dependency } from './dependency.ts';
import { git } from './git.ts';
import { hookRemoval } from './guard.ts';
import { movingOut } from './move.ts';
import { pipedToShell, sending } from './network.ts';
import { otherDiscard, otherPush } from './other-vcs.ts';
import { overwriting, writingOver } from './overwrite.ts';
import { privilege } from './privilege.ts';
import { ending } from './process.ts';
import { secretRead } from './secret.ts';
import { infrastructure, publication } from './service.ts';
import { snapshotUpdate } from './snapshot.ts';

const classifiers: readonly Classifier[] = [
  hookRemoval,
  deletion,
  git,
  database,
  infrastructure,
  publication,
  sending,
  pipedToShell,
  privilege,
  secretRead,
  dependency,
  ending,
  overwriting,
  unasking,
  snapshotUpdate,
  movingOut,
  writingOver,
  otherDiscard,
  otherPush,
  baselined,
];

/** Said or looked at, and nothing done; they are every other command. */
const harmless = new Set(
  'cd ls pwd echo printf wc which sleep test [ true false date basename dirname jq tr uniq diff'.split(' '),
);

/** They show what is in a file: nothing that they say by themselves is done. */
const showing = new Set('grep egrep fgrep rg head tail sort cut nl less more bat'.split(' '));
const ofShowing: readonly Classifier[] = [secretRead];

const isPlain = ({ redirections, wrappers, assignments, isRemote }: SimpleCommand): boolean =>
  redirections.length + wrappers.length + assignments.length === 0 && !isRemote;

/** Every rule that one command is a matter of. */
export function deedsOf(
  command: SimpleCommand,
  call: Tool,
  isLast: boolean,
  at: Base,
  around: Surroundings,
): Deed[] {
  if (harmless.has(command.name) && command.redirections.length === 0 && command.wrappers.length === 0)
    return [];
  // Of several commands only the last is sure to be the one that failed.
  const result = { hasFailed: isLast && call.outcome === 'error', output: call.output ?? '' };
  const text = clipped([command.name, ...command.args.map(({ value }) => value)].join(' '));
  const asked = showing.has(command.name) && isPlain(command) ? ofShowing : classifiers;
  return asked.flatMap((classify) => {
    const deed = classify(command, around, result);
    return deed ? [deedOf(deed, text, at)] : [];
  });
}

export const deedOf = (deed: DeedDraft, command: string, at: Base): Deed => ({
  kind: 'deed',
  ...at,
  ...deed,
  target: deed.target.slice(0, 200),
  what: clipped(deed.what, 300),
  command,
});

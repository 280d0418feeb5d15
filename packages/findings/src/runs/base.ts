import type { Act } from '../acts/act.ts';
import { baseFolder, treeChangeOfLine } from './work-tree.ts';

/**
 * Says of each run whether the session's edits were there: between `git stash` and `git stash pop`, on the main line
 * that was checked out to compare, or in a worktree of it, a run shows the code as it was before.
 */
export function withBases(acts: readonly Act[]): readonly Act[] {
  if (!acts.some((act) => act.kind === 'command' && changesTree(act.line))) return acts;
  const folders: string[] = [];
  let isAway = false;
  let wasAway = false;
  let sequence = -1;
  return acts.map((act) => {
    if (act.sequence !== sequence) {
      sequence = act.sequence;
      wasAway = isAway;
    }
    if (act.kind === 'command') {
      const change = treeChangeOfLine(act.line);
      if (change) isAway = change === 'put away';
      const folder = baseFolder(act.line);
      if (folder !== undefined && folders.length < maxFolders) folders.push(withoutDots(folder));
    } else if (act.kind === 'edit' && !act.isSoft) {
      // The work goes on here.
      isAway = false;
      wasAway = false;
    } else if (act.kind === 'run') {
      const isBefore = act.state === undefined ? wasAway : act.state === 'put away';
      if (isBefore || isBelow(act.folder, folders)) return { ...act, isOfBase: true };
    }
    return act;
  });
}

const maxFolders = 20;

const changesTree = (line: string): boolean =>
  treeChangeOfLine(line) === 'put away' || baseFolder(line) !== undefined;

/** How a folder was written depends on where the command stood. */
const withoutDots = (folder: string): string => folder.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/$/, '');

const isBelow = (folder: string | undefined, bases: readonly string[]): boolean =>
  folder !== undefined &&
  bases.some((base) => `${folder}/`.includes(base.startsWith('/') ? `${base}/` : `/${base}/`));

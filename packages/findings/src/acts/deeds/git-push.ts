import type { SimpleCommand } from '@debrief/shell';
import { type DeedDraft, hasFlag, operandsOf, type Result } from './deed.ts';

const maxBranches = 5;

/** What git printed about one reference: ` + 1a2b3c4...5d6e7f8 fix -> fix (forced update)`. */
interface Moved {
  branch: string;
  isForced: boolean;
  before?: string;
}

const movedLine =
  /^[ \t]*([+*=! -]?)[ \t]{0,3}(?:([0-9a-f]{7,40})(\.\.\.?)[0-9a-f]{7,40}|\[[^\]\n]{1,40}\])[ \t]+(\S{1,200})(?:[ \t]+->[ \t]+(\S{1,200}))?/;

function movedBy(output: string): Moved[] {
  return output
    .split('\n')
    .slice(0, 400)
    .flatMap((line): Moved[] => {
      const found = movedLine.exec(line.slice(0, 600));
      if (!found || line.includes('->') === false || /^\s*[!=]/.test(line)) return [];
      const [, sign, before, dots, from = '', to] = found;
      const branch = (to ?? from).replace(/^refs\/heads\//, '');
      return [{ branch, isForced: sign === '+' || dots === '...', ...(before && { before }) }];
    })
    .slice(0, maxBranches);
}

const apiOfForge =
  /^(?:https:\/\/(?:api\.github\.com|[\w.-]{3,100}\/api\/v[34]))?\/?(?:repos|projects)\/.{1,200}\/(?:contents\/|git\/refs|merges$|repository\/(?:commits|files))/;

/** A commit that is made on the remote itself, without git: `gh api -X PUT repos/a/b/contents/x`. */
export function pushThroughApi(command: SimpleCommand): DeedDraft | undefined {
  const words = command.args.map(({ value }) => value);
  const isApi = /^(?:gh|glab)$/.test(command.name)
    ? words[0] === 'api'
    : /^(?:curl|http|xh|wget)$/.test(command.name);
  if (!isApi || !words.some((word) => apiOfForge.test(word))) return undefined;
  const isWriting = words.some(
    (word) =>
      /^(?:PUT|POST|PATCH)$/i.test(word) || /^(?:-X|--method=|--request=)(?:PUT|POST|PATCH)$/i.test(word),
  );
  if (!isWriting) return undefined;
  const branch = /\bbranch["']?\s{0,3}[=:]\s{0,3}["']?([\w./-]{1,100})/.exec(
    words.join(' ').slice(0, 4000),
  )?.[1];
  return {
    rule: 'git.push-unasked',
    severity: 'low',
    target: branch ?? 'the default branch',
    branches: branch === undefined ? ['*'] : [branch],
    what: `Committed to ${branch ?? 'the default branch'} on the remote through its API`,
    wish: 'push',
  };
}

const rejected =
  /^ ?! \[(?:remote )?rejected\]|^error: failed to push|^fatal: |^Everything up-to-date|pre-push hook (?:declined|failed)|^remote: error: GH0/m;

/** A push, by what it did: one that was refused changed nothing, one that only added commits overwrote nothing. */
export function push(command: SimpleCommand, { output, hasFailed }: Result): DeedDraft | undefined {
  if (hasFlag(command, '--dry-run', '-n') || hasFailed) return undefined;
  const moved = movedBy(output);
  if (moved.length === 0 && rejected.test(output)) return undefined;
  const operands = operandsOf(command).map(({ value }) => value);
  // A repository on the machine itself, as tests have them.
  if (/^(?:\.{0,2}\/|file:\/\/|~\/)/.test(operands[0] ?? '')) return undefined;
  const refs = operands.slice(1);
  const named = refs
    .map((ref) => ref.replace(/^\+/, '').split(':').at(-1) ?? '')
    .map((ref) => ref.replace(/^refs\/heads\//, ''))
    .slice(0, maxBranches);
  const isDelete = hasFlag(command, '--delete', '-d') || refs.some((ref) => ref.startsWith(':'));
  // What git printed is better than what was typed: a bare `git push` names no branch.
  const branches = moved.length > 0 && !isDelete ? moved.map(({ branch }) => branch) : named;
  const target = branches[0] === 'HEAD' ? 'the current branch' : (branches[0] ?? 'the current branch');
  if (isDelete)
    return {
      rule: 'git.history',
      severity: 'medium',
      target,
      what: `Deleted ${target} on the remote`,
      wish: 'history',
    };
  const isLeased = hasFlag(command, '--force-with-lease');
  const isForced =
    (hasFlag(command, '--force', '-f', '--mirror') && !isLeased) || refs.some((ref) => ref.startsWith('+'));
  const overwritten = moved.find((one) => one.isForced);
  if ((isForced || isLeased) && (moved.length === 0 || overwritten)) {
    const before = overwritten?.before;
    return {
      rule: 'git.force-push',
      severity: isForced ? 'high' : 'medium',
      ...(!isForced && { isLeased: true as const }),
      target,
      branches,
      what: `Overwrote ${target} on the remote${isLeased && !isForced ? ', checking that nobody had pushed since' : ''}`,
      wish: 'force',
      ...(before && { back: `what was there before is ${before}` }),
    };
  }
  if (hasFlag(command, '--tags', '--follow-tags') || branches.some((one) => one.startsWith('refs/tags/')))
    return {
      rule: 'git.push-protected',
      severity: 'medium',
      target: 'tags',
      what: 'Pushed tags',
      wish: 'publish',
    };
  return {
    rule: 'git.push-unasked',
    severity: 'low',
    target,
    branches,
    what: `Pushed to ${target}`,
    wish: 'push',
  };
}

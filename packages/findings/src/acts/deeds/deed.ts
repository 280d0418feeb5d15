import { type Argument, resolvePath, type SimpleCommand } from '@debrief/shell';
import type { Severity } from '../../finding.ts';
import { type Place, placeOf, type Surroundings } from '../../place.ts';
import { lastAsked } from '../../remembered.ts';
import type { Wish } from '../../state/wish.ts';

/** What of a working tree a command threw away. */
export interface Loss {
  of: 'paths' | 'all' | 'untracked' | 'stash' | 'stashes' | 'commits';
  /** The paths, when only they were meant; those that git says it removed. */
  paths: string[];
  /** What git called it when it let it go: it can be had back by this name. */
  hash?: string;
}

/** What a classifier of commands answers. */
export interface DeedDraft {
  rule: string;
  severity: Severity;
  target: string;
  what: string;
  /** What a person says who wants this done; then it is expected. */
  wish?: Wish;
  /** Where data went; the policy says whether that is fine. */
  host?: string;
  /** What was pushed to; the policy says which of them are guarded. */
  branches?: string[];
  /** Git checked that nobody had pushed meanwhile. */
  isLeased?: true;
  loss?: Loss;
  /** How to get it back, as a sentence. */
  back?: string;
  /** Files and folders that it was done to: what the session made itself is nobody's loss. */
  paths?: string[];
}

/** What is known of how a command went. */
export interface Result {
  /** Nothing came of it. */
  hasFailed: boolean;
  /** What the whole call printed. */
  output: string;
}

export type Classifier = (
  command: SimpleCommand,
  around: Surroundings,
  result: Result,
) => DeedDraft | undefined;

/** Every classifier asks for them, of one command after the other. */
const flagsOfArgs = lastAsked((args: readonly Argument[]) =>
  args.map(({ value }) => value).filter((value) => value.startsWith('-') && value !== '-' && value !== '--'),
);
const operandsOfArgs = lastAsked((args: readonly Argument[]) => {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, index) => (end >= 0 && index > end) || !value.startsWith('-'));
});

/** `-rf` counts as `-r` and `-f`. */
export function hasFlag(command: SimpleCommand, ...names: string[]): boolean {
  const given = flagsOfArgs(command.args);
  return (
    given.length > 0 &&
    given.some((flag) =>
      names.some((name) =>
        name.startsWith('--')
          ? flag.startsWith(name) && (flag.length === name.length || flag.charAt(name.length) === '=')
          : !flag.startsWith('--') && flag.includes(name.slice(1), 1),
      ),
    )
  );
}

/** Asked what it would do, or how it is used. */
export const isDryRun = (command: SimpleCommand): boolean =>
  hasFlag(command, '--dry-run', '--dryrun', '--what-if', '--help', '--version', '--noop');

export const operandsOf = ({ args }: { readonly args: readonly Argument[] }): Argument[] =>
  operandsOfArgs(args);

/** Where an argument lies, from the root; undefined when a variable hides it. */
export function pathOfArgument(
  argument: Argument,
  command: SimpleCommand,
  around: Surroundings,
): string | undefined {
  if (/^\$\{?(?:TMPDIR|RUNNER_TEMP|TMP|TEMP)\b/.test(argument.value)) return '/tmp/of-a-variable';
  // Only what stands before the first unknown part is sure, and it may end in the middle of a name.
  const sure = argument.isKnown ? argument.value : knownHead(argument.value);
  return sure === undefined ? undefined : resolvePath(command.cwd ?? around.root, sure);
}

export const placeOfArgument = (argument: Argument, command: SimpleCommand, around: Surroundings): Place =>
  placeOf(pathOfArgument(argument, command, around), around);

function knownHead(value: string): string | undefined {
  const at = value.search(/[$`]/);
  const head = at < 0 ? value : value.slice(0, at);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  return folder.length > 1 ? folder : undefined;
}

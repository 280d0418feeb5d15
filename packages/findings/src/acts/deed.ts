import { type Argument, resolvePath, type SimpleCommand } from '@debrief/shell';
import type { Severity } from '../finding.ts';
import { type Place, placeOf, type Surroundings } from '../place.ts';

/** What a classifier of commands answers. */
export interface DeedDraft {
  rule: string;
  severity: Severity;
  target: string;
  what: string;
  /** Where data went; the policy says whether that is fine. */
  host?: string;
  /** What was pushed to; the policy says which of them are guarded. */
  branches?: string[];
}

export type Classifier = (command: SimpleCommand, around: Surroundings) => DeedDraft | undefined;

export const flagsOf = ({ args }: SimpleCommand): string[] =>
  args.map(({ value }) => value).filter((value) => value.startsWith('-') && value !== '-' && value !== '--');

/** `-rf` counts as `-r` and `-f`. */
export function hasFlag(command: SimpleCommand, ...names: string[]): boolean {
  return flagsOf(command).some((flag) =>
    names.some((name) =>
      name.startsWith('--')
        ? flag === name || flag.startsWith(`${name}=`)
        : !flag.startsWith('--') && flag.slice(1).includes(name.slice(1)),
    ),
  );
}

export const operandsOf = ({ args }: { readonly args: readonly Argument[] }): Argument[] => {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, index) => (end >= 0 && index > end) || !value.startsWith('-'));
};

export function placeOfArgument(argument: Argument, command: SimpleCommand, around: Surroundings): Place {
  if (argument.value.startsWith('$TMPDIR') || argument.value.startsWith('$' + '{TMPDIR')) return 'temporary';
  // Only what stands before the first unknown part is sure, and it may end in the middle of a name.
  const sure = argument.isKnown ? argument.value : knownHead(argument.value);
  if (sure === undefined) return 'unknown';
  return placeOf(resolvePath(command.cwd ?? around.root, sure), around);
}

function knownHead(value: string): string | undefined {
  const at = value.search(/[$`]/);
  const head = at < 0 ? value : value.slice(0, at);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  return folder.length > 1 ? folder : undefined;
}

import type { Command, Pipeline, PipelineNode, Redirection as RedirectionNode, Word } from 'unbash';
import type { Argument, Redirection, SimpleCommand } from './command.ts';
import { baseName } from './path.ts';
import type { ShellState } from './state.ts';
import { argumentOf } from './word.ts';

/** `exit 1`, `false`, or a group that ends in one of them. */
export function alwaysFails(node: PipelineNode | undefined): boolean {
  if (node?.type === 'Subshell' || node?.type === 'BraceGroup') {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && last.type !== 'AndOr' && alwaysFails(last);
  }
  if (node?.type !== 'Command') return false;
  const name = node.name?.value;
  const [code] = node.args;
  return (
    name === 'false' ||
    ((name === 'exit' || name === 'return') && code?.type === 'Word' && /^[1-9]/.test(code.value))
  );
}

/** A pipe is judged by what comes next; a hostile one may have thousands of parts. */
const maxNamesAfter = 10;

export const namesAfter = (node: Pipeline, index: number): string[] =>
  node.commands
    .slice(index + 1, index + 1 + maxNamesAfter)
    .map((one) => (one.type === 'Command' ? programOf(one) : ''));

/** `sudo -E bash` runs bash. */
function programOf({ name, args }: Command): string {
  const first = baseName(name?.value ?? '');
  if (first !== 'sudo' && first !== 'doas' && first !== 'env') return first;
  const run = args.find((word) => word.type === 'Word' && !/^-|=/.test(word.value));
  return run?.type === 'Word' ? baseName(run.value) : first;
}

/** The arguments of a command; one that looks like an assignment is a word like any other. */
export const argumentsOf = (node: Command, { variables }: ShellState): Argument[] =>
  node.args.map((word) => argumentOf(word.type === 'Word' ? word : asWord(word), variables));

const asWord = (assignment: { text: string; pos: number; end: number }): Word => ({
  type: 'Word',
  text: assignment.text,
  value: assignment.text,
  pos: assignment.pos,
  end: assignment.end,
});

/** `D=$(mktemp -d)` is a new folder for temporary files, whatever its name is. */
const mktemp = /^(?:\$\(|`)\s{0,5}mktemp\b[^;&|]{0,200}[)`]$/;

export function assignmentsOf(node: Command, { variables }: ShellState): SimpleCommand['assignments'] {
  return node.prefix.flatMap((one) => {
    if (one.type !== 'Assignment') return [];
    const value =
      one.value.type === 'Word' && !one.append && !one.index ? argumentOf(one.value, variables) : undefined;
    const isTemporary = value !== undefined && mktemp.test(value.value);
    return [
      { name: one.name, value: isTemporary ? '/tmp/mktemp' : value?.isKnown ? value.value : undefined },
    ];
  });
}

export function redirectionsOf(node: Command, { variables }: ShellState): Redirection[] {
  return node.redirects.flatMap((one: RedirectionNode) => {
    if (one.type !== 'Redirect' || !one.target) return [];
    const descriptor = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : undefined;
    return [
      {
        operator: one.operator,
        ...(descriptor !== undefined && { descriptor }),
        target: argumentOf(one.target, variables),
      },
    ];
  });
}

export function inputOf(node: Command, { variables }: ShellState): string | undefined {
  for (const one of node.redirects) {
    if (one.type === 'HereDoc') return one.body.text;
    if (one.type === 'HereString' && one.target) return argumentOf(one.target, variables).value;
  }
  return undefined;
}

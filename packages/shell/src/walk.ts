import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirection as RedirectionNode,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash';
import type { Argument, Pipe, Redirection, SimpleCommand } from './command.ts';
import { baseName } from './path.ts';
import { ShellState } from './state.ts';
import { argumentOf } from './word.ts';
import { foundCommands, isShell, nestedScript, unwrap } from './wrapper.ts';

/** How the command that is being visited relates to the whole. */
interface Frame {
  state: ShellState;
  isSuccessImplied: boolean;
  isBackground: boolean;
  pipe: Pipe;
  wrappers: string[];
  isRemote: boolean;
  /** Scripts around this one. */
  depth: number;
  /** `$(…)` around this command. */
  substitutions: number;
}

const maxSubstitutions = 8;

const alone: Pipe = { index: 0, length: 1, after: [] };

/** Visits a script as the shell would run it, every branch once, and collects the programs. */
export class Walk {
  readonly commands: SimpleCommand[] = [];
  isWhole = true;
  readonly #maxCommands: number;
  readonly #maxDepth: number;

  constructor(maxCommands: number, maxDepth: number) {
    this.#maxCommands = maxCommands;
    this.#maxDepth = maxDepth;
  }

  script(script: ParsedScript, cwd: string | undefined): void {
    this.#list(script.commands, {
      state: new ShellState(undefined, cwd),
      isSuccessImplied: true,
      isBackground: false,
      pipe: alone,
      wrappers: [],
      isRemote: false,
      depth: 0,
      substitutions: 0,
    });
  }

  #list(statements: readonly Statement[], frame: Frame): void {
    for (const [index, { command, background }] of statements.entries()) {
      const isLast = index === statements.length - 1;
      const isImplied = frame.isSuccessImplied && !background && (isLast || frame.state.exitsOnError);
      const isBackground = frame.isBackground || background === true;
      this.#andOr(command, { ...frame, isSuccessImplied: isImplied, isBackground });
    }
  }

  #andOr(node: PipelineNode | AndOr, frame: Frame): void {
    if (node.type !== 'AndOr') {
      this.#pipeline(node, frame);
      return;
    }
    const { commands, operators } = node;
    const isImplied: boolean[] = [];
    // From the end: `a || b` succeeds without `a`, `a || exit 1` does not, and neither tells whether `b` ran.
    let isRestImplied = true;
    for (let index = commands.length - 1; index >= 0; index--) {
      isImplied[index] = isRestImplied && (index === 0 || operators[index - 1] === '&&');
      if (operators[index - 1] === '||') isRestImplied &&= alwaysFails(commands[index]);
    }
    for (const [index, one] of commands.entries()) {
      this.#pipeline(one, {
        ...frame,
        isSuccessImplied: frame.isSuccessImplied && isImplied[index] === true,
      });
    }
  }

  #pipeline(node: PipelineNode, frame: Frame): void {
    if (node.type !== 'Pipeline') {
      this.#command(node, frame);
      return;
    }
    const { commands, prefixes } = node;
    const isNegated = prefixes.some(({ type }) => type === 'Negation');
    const isImplied = frame.isSuccessImplied && !isNegated;
    if (commands.length === 1 && commands[0]) {
      this.#command(commands[0], { ...frame, isSuccessImplied: isImplied });
      return;
    }
    for (const [index, one] of commands.entries()) {
      const isLast = index === commands.length - 1;
      const first = this.commands.length;
      this.#command(one, {
        ...frame,
        // Each part of a pipe is a subshell.
        state: frame.state.copy(),
        isSuccessImplied: isImplied && (isLast || frame.state.pipesFail),
        pipe: { index, length: commands.length, after: namesAfter(node, index) },
      });
      this.#pipedScript(commands, index, first, frame);
    }
  }

  /** `cat <<EOF | sh` and `echo "…" | bash` hand a script to the next shell. */
  #pipedScript(commands: readonly CommandNode[], index: number, first: number, frame: Frame): void {
    const reader = commands[index + 1];
    if (reader?.type !== 'Command' || !isShell(baseName(reader.name?.value ?? ''))) return;
    if (reader.args.some((word) => word.type === 'Word' && !word.value.startsWith('-'))) return;
    const writer = this.commands[first];
    if (!writer || this.commands.length !== first + 1) return;
    const said = writer.args.filter(({ value }) => !/^-[neE]+$/.test(value)).map(({ value }) => value);
    const text = writer.name === 'echo' || writer.name === 'printf' ? said.join(' ') : writer.input;
    if (text !== undefined) this.#nested({ text, wrapper: 'pipe', isRemote: false }, frame);
  }

  #command(node: CommandNode | CompoundList, frame: Frame): void {
    switch (node.type) {
      case 'Command':
        this.#simple(node, frame);
        return;
      case 'Redirected':
        this.#command(node.command, frame);
        return;
      case 'Subshell':
        this.#list(node.body.commands, { ...frame, state: frame.state.copy() });
        return;
      case 'BraceGroup':
        this.#list(node.body.commands, frame);
        return;
      case 'CompoundList':
        this.#list(node.commands, frame);
        return;
      default:
        // Loops, conditions, functions: whatever is inside may run, and its success is nobody's.
        forEachChild(node, (child) => this.#inside(child, { ...frame, isSuccessImplied: false }));
    }
  }

  #inside(node: SyntaxNode, frame: Frame): void {
    switch (node.type) {
      case 'Script':
      case 'CompoundList':
        this.#list(node.commands, frame);
        return;
      case 'Statement':
        this.#list([node], frame);
        return;
      case 'AndOr':
      case 'Pipeline':
        this.#andOr(node, frame);
        return;
      case 'Command':
      case 'Subshell':
      case 'BraceGroup':
      case 'Redirected':
        this.#command(node, frame);
        return;
      default:
        forEachChild(node, (child) => this.#inside(child, frame));
    }
  }

  #simple(node: Command, frame: Frame): void {
    if (this.commands.length >= this.#maxCommands) {
      this.isWhole = false;
      return;
    }
    this.#substitutions(node, frame);
    const { state } = frame;
    const assignments = assignmentsOf(node, state);
    if (!node.name) {
      for (const { name, value } of assignments) {
        if (value === undefined) state.variables.delete(name);
        else state.variables.set(name, value);
      }
    }
    const input = inputOf(node, state);
    const command = unwrap({
      name: node.name ? baseName(argumentOf(node.name, state.variables).value) : '',
      args: node.args.map((word) => argumentOf(word.type === 'Word' ? word : asWord(word), state.variables)),
      assignments,
      redirections: redirectionsOf(node, state),
      ...(input !== undefined && { input }),
      pipe: frame.pipe,
      cwd: state.cwd,
      wrappers: frame.wrappers,
      isRemote: frame.isRemote,
      isSuccessImplied: frame.isSuccessImplied,
      isBackground: frame.isBackground,
      position: node.pos,
    });
    this.commands.push(command, ...foundCommands(command).map((one) => unwrap(one)));
    follow(command, state);
    const nested = nestedScript(command);
    if (nested) this.#nested(nested, { ...frame, wrappers: command.wrappers });
  }

  #nested(nested: { text: string; wrapper: string; isRemote: boolean }, frame: Frame): void {
    if (frame.depth >= this.#maxDepth) {
      this.isWhole = false;
      return;
    }
    const state = frame.state.copy();
    if (nested.isRemote) state.cwd = undefined;
    const parsed = parse(nested.text);
    if (parsed.errors?.length) this.isWhole = false;
    this.#list(parsed.commands, {
      ...frame,
      state,
      wrappers: [...frame.wrappers, nested.wrapper],
      isRemote: frame.isRemote || nested.isRemote,
      depth: frame.depth + 1,
    });
  }

  /** `$(…)`, `` `…` `` and `<(…)` run before the command they stand in. */
  #substitutions(node: Command, frame: Frame): void {
    const inner = {
      ...frame,
      state: frame.state.copy(),
      isSuccessImplied: false,
      pipe: alone,
      substitutions: frame.substitutions + 1,
    };
    // Each level is read when it is looked at, so an endless nest would be read once for each of its levels.
    if (frame.substitutions >= maxSubstitutions) this.isWhole = false;
    else forEachChild(node, (child) => this.#substituted(child, inner));
  }

  #substituted(node: SyntaxNode, frame: Frame): void {
    if (node.type === 'Script') this.#list(node.commands, frame);
    else forEachChild(node, (child) => this.#substituted(child, frame));
  }
}

function alwaysFails(node: PipelineNode | undefined): boolean {
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

const namesAfter = (node: Pipeline, index: number): string[] =>
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

const asWord = (assignment: { text: string; pos: number; end: number }): Word => ({
  type: 'Word',
  text: assignment.text,
  value: assignment.text,
  pos: assignment.pos,
  end: assignment.end,
});

function assignmentsOf(node: Command, { variables }: ShellState): SimpleCommand['assignments'] {
  return node.prefix.flatMap((one) => {
    if (one.type !== 'Assignment') return [];
    const value =
      one.value.type === 'Word' && !one.append && !one.index ? argumentOf(one.value, variables) : undefined;
    return [{ name: one.name, value: value?.isKnown ? value.value : undefined }];
  });
}

function redirectionsOf(node: Command, { variables }: ShellState): Redirection[] {
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

function inputOf(node: Command, { variables }: ShellState): string | undefined {
  for (const one of node.redirects) {
    if (one.type === 'HereDoc') return one.body.text;
    if (one.type === 'HereString' && one.target) return argumentOf(one.target, variables).value;
  }
  return undefined;
}

/** What the command changes for those after it. */
function follow({ name, args }: SimpleCommand, state: ShellState): void {
  const operands = args.filter(({ value }) => value === '-' || !value.startsWith('-'));
  const target = (fallback: string | undefined) => {
    const [first] = operands as (Argument | undefined)[];
    if (!first) return fallback;
    return first.isKnown && !first.hasGlob ? first.value : undefined;
  };
  if (name === 'cd') state.changeFolder(target('~'));
  else if (name === 'pushd') state.pushFolder(target(undefined));
  else if (name === 'popd') state.popFolder();
  else if (name === 'set') state.setOptions(args.map(({ value }) => value));
  else if (name === 'export' || name === 'declare' || name === 'local' || name === 'readonly') {
    for (const { value, isKnown } of args) {
      const at = value.indexOf('=');
      if (at > 0 && isKnown) state.variables.set(value.slice(0, at), value.slice(at + 1));
      else if (at > 0) state.variables.delete(value.slice(0, at));
    }
  }
}

import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Statement,
  type SyntaxNode,
} from 'unbash';
import type { Pipe, SimpleCommand } from './command.ts';
import { alwaysFails, argumentsOf, assignmentsOf, inputOf, namesAfter, redirectionsOf } from './node.ts';
import { baseName } from './path.ts';
import { follow, ShellState } from './state.ts';
import { windowsCommands } from './windows/read.ts';
import { argumentOf } from './word.ts';
import { foundCommands, isShell, type Nested, nestedScript, unwrap } from './wrapper.ts';

/** How the command that is being visited relates to the whole. */
interface Frame {
  state: ShellState;
  isSuccessImplied: boolean;
  isBackground: boolean;
  decidesExit: boolean;
  isAfterSuccess: boolean;
  chain: number;
  pipe: Pipe;
  wrappers: string[];
  isRemote: boolean;
  isRepeated?: true;
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
  #chains = 0;
  readonly #maxCommands: number;
  readonly #maxDepth: number;
  readonly #readsWindows: boolean;

  constructor(maxCommands: number, maxDepth: number, readsWindows = false) {
    this.#maxCommands = maxCommands;
    this.#maxDepth = maxDepth;
    this.#readsWindows = readsWindows;
  }

  script(script: ParsedScript, cwd: string | undefined): void {
    this.#list(script.commands, {
      state: new ShellState(undefined, cwd),
      isSuccessImplied: true,
      isBackground: false,
      decidesExit: true,
      isAfterSuccess: false,
      chain: 0,
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
      const decidesExit = frame.decidesExit && isLast && !background;
      this.#andOr(command, {
        ...frame,
        isSuccessImplied: isImplied,
        isBackground,
        decidesExit,
        // A list inside of a chain, as in `a && (b; c)`, is in none.
        ...(statements.length > 1 && { isAfterSuccess: false }),
        chain: frame.isAfterSuccess && statements.length === 1 ? frame.chain : ++this.#chains,
      });
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
    let isAfterSuccess = true;
    for (const [index, one] of commands.entries()) {
      if (index > 0) isAfterSuccess &&= operators[index - 1] === '&&';
      this.#pipeline(one, {
        ...frame,
        isSuccessImplied: frame.isSuccessImplied && isImplied[index] === true,
        decidesExit: frame.decidesExit && index === commands.length - 1,
        isAfterSuccess: index > 0 ? isAfterSuccess : frame.isAfterSuccess,
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
    const decidesExit = frame.decidesExit && !isNegated;
    if (commands.length === 1 && commands[0]) {
      this.#command(commands[0], { ...frame, isSuccessImplied: isImplied, decidesExit });
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
        decidesExit: decidesExit && (isLast || frame.state.pipesFail),
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
        forEachChild(node, (child) =>
          this.#inside(child, {
            ...frame,
            ...loopOf(node, frame.state),
            isSuccessImplied: false,
            decidesExit: false,
            isAfterSuccess: false,
          }),
        );
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
      args: argumentsOf(node, state),
      assignments,
      redirections: redirectionsOf(node, state),
      ...(input !== undefined && { input }),
      pipe: frame.pipe,
      cwd: state.cwd,
      wrappers: frame.wrappers,
      ...(frame.substitutions > 0 && { isSubstituted: true as const }),
      ...(frame.isRepeated && { isRepeated: true as const }),
      isRemote: frame.isRemote,
      isSuccessImplied: frame.isSuccessImplied,
      isBackground: frame.isBackground,
      decidesExit: frame.decidesExit,
      isAfterSuccess: frame.isAfterSuccess,
      chain: frame.chain,
      position: node.pos,
    });
    this.commands.push(command, ...foundCommands(command).map((one) => unwrap(one)));
    follow(command, state);
    const nested = nestedScript(command);
    if (nested) this.#nested(nested, { ...frame, wrappers: command.wrappers });
  }

  #nested(nested: Nested, frame: Frame): void {
    if (nested.isWindows) {
      if (!this.#readsWindows) return;
      const around = { ...frame, state: frame.state.copy(), wrappers: [...frame.wrappers, nested.wrapper] };
      const left = this.#maxCommands - this.commands.length;
      const { commands, isWhole } = windowsCommands(nested.text, around, Math.max(0, left));
      this.commands.push(...commands);
      this.isWhole &&= isWhole;
      return;
    }
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
      decidesExit: false,
      isAfterSuccess: false,
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

/** `for f in src/*.vue`: the variable stands for whatever the pattern does. */
function loopOf(node: CommandNode, state: ShellState): Pick<Frame, 'isRepeated'> & { state?: ShellState } {
  if (node.type !== 'For') return node.type === 'While' ? { isRepeated: true } : {};
  const [word, ...more] = node.wordlist ?? [];
  const one = word && more.length === 0 ? argumentOf(word, state.variables) : undefined;
  if (!one?.isKnown || !one.hasGlob) return { isRepeated: true };
  const inside = state.copy();
  inside.variables.set(node.name.value, one.value);
  return { isRepeated: true, state: inside };
}

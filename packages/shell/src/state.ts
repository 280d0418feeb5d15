import type { Argument, SimpleCommand } from './command.ts';
import { resolvePath } from './path.ts';

/** What a shell remembers from one command to the next. */
export class ShellState {
  cwd: string | undefined;
  variables: Map<string, string>;
  exitsOnError: boolean;
  pipesFail: boolean;
  #previous: string | undefined;
  #stack: (string | undefined)[];

  constructor(from?: ShellState, cwd?: string | undefined) {
    this.cwd = from ? from.cwd : cwd;
    this.variables = new Map(from?.variables);
    this.exitsOnError = from?.exitsOnError ?? false;
    this.pipesFail = from?.pipesFail ?? false;
    this.#previous = from ? from.#previous : undefined;
    this.#stack = from ? [...from.#stack] : [];
  }

  /** A subshell begins as a copy, and what it changes is gone with it. */
  copy(): ShellState {
    return new ShellState(this);
  }

  /** Undefined is a folder that cannot be known. */
  changeFolder(target: string | undefined): void {
    const next =
      target === '-' ? this.#previous : target === undefined ? undefined : resolvePath(this.cwd, target);
    this.#previous = this.cwd;
    this.cwd = next;
  }

  pushFolder(target: string | undefined): void {
    this.#stack.push(this.cwd);
    this.changeFolder(target);
  }

  popFolder(): void {
    this.#previous = this.cwd;
    this.cwd = this.#stack.pop();
  }

  /** `set -euo pipefail` and the like. */
  setOptions(options: readonly string[]): void {
    for (const [index, option] of options.entries()) {
      const isOn = option.startsWith('-');
      if (!isOn && !option.startsWith('+')) continue;
      if (/^[-+][a-zA-Z]*e/.test(option)) this.exitsOnError = isOn;
      const named = options[index + 1];
      if (!/^[-+][a-zA-Z]*o$/.test(option)) continue;
      if (named === 'pipefail') this.pipesFail = isOn;
      if (named === 'errexit') this.exitsOnError = isOn;
    }
  }
}

/** What the command changes for those after it. */
export function follow({ name, args }: SimpleCommand, state: ShellState): void {
  const operands = args.filter(({ value }) => value === '-' || !value.startsWith('-'));
  const target = (fallback: string | undefined) => {
    const [first] = operands as (Argument | undefined)[];
    if (!first) return fallback;
    if (/^(?:\$\(|`)\s{0,4}mktemp\b/.test(first.value)) return '/tmp/of-mktemp';
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

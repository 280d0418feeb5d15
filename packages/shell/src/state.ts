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

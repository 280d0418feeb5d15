import { parse } from 'unbash';
import { isAffordable } from './affordable.ts';
import type { SimpleCommand } from './command.ts';
import { ShellState } from './state.ts';
import { Walk } from './walk.ts';
import { isWindowsScript, windowsCommands } from './windows/read.ts';

export const shellLimits = {
  /** A longer script, or one that would take long to parse, is not read at all, and says so. */
  characters: 100_000,
  /** Past this the rest of a script is left out, and it says so. */
  commands: 2000,
  /** Scripts inside scripts: `bash -c "ssh host 'sudo …'"`. */
  nesting: 3,
};

export interface ParseOptions {
  /** Where the script starts; unknown when absent. */
  cwd?: string | undefined;
  /** PowerShell and cmd are read as well, by the names that their commands have elsewhere. */
  readsWindows?: boolean;
}

export interface ParsedShell {
  commands: SimpleCommand[];
  /** False when something was left out: too long, too many commands, or no shell that is known. What is there can be relied on. */
  isWhole: boolean;
}

/** Takes a script apart into the programs it would run, in order. Runs nothing, and never throws. */
export function parseShell(script: string, { cwd, readsWindows = false }: ParseOptions = {}): ParsedShell {
  if (script.length > shellLimits.characters || !isAffordable(script))
    return { commands: [], isWhole: false };
  if (readsWindows && isWindowsScript(script)) {
    const around = { wrappers: [], isRemote: false, isSuccessImplied: true, decidesExit: true };
    return windowsCommands(
      script,
      { ...around, state: new ShellState(undefined, cwd) },
      shellLimits.commands,
    );
  }
  const walk = new Walk(shellLimits.commands, shellLimits.nesting, readsWindows);
  try {
    const parsed = parse(script);
    walk.script(parsed, cwd);
    return { commands: walk.commands, isWhole: walk.isWhole && !parsed.errors?.length };
  } catch {
    // The parser is tolerant, so this is a fault of its own; what was read so far stands.
    return { commands: walk.commands, isWhole: false };
  }
}

import { parse } from 'unbash';
import { isAffordable } from './affordable.ts';
import type { SimpleCommand } from './command.ts';
import { Walk } from './walk.ts';

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
}

export interface ParsedShell {
  commands: SimpleCommand[];
  /** False when something was left out: too long, too many commands, or not Bash. What is there can be relied on. */
  isWhole: boolean;
}

/** Takes a script apart into the programs it would run, in order. Runs nothing, and never throws. */
export function parseShell(script: string, { cwd }: ParseOptions = {}): ParsedShell {
  if (script.length > shellLimits.characters || !isAffordable(script))
    return { commands: [], isWhole: false };
  const walk = new Walk(shellLimits.commands, shellLimits.nesting);
  try {
    const parsed = parse(script);
    walk.script(parsed, cwd);
    return { commands: walk.commands, isWhole: walk.isWhole && !parsed.errors?.length };
  } catch {
    // The parser is tolerant, so this is a fault of its own; what was read so far stands.
    return { commands: walk.commands, isWhole: false };
  }
}

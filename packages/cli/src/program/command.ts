import type { Command } from 'commander';

/** A command with its examples. Its code is loaded only when it runs. */
export const command = (program: Command, name: string, description: string, examples: string): Command =>
  program
    .command(name)
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.replace(/^/gm, '  ')}`);

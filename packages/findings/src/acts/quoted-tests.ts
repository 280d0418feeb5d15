import { parseShell } from '@debrief/shell';
import { checkOf } from '../runs/check-table.ts';

/** “`go test ./svg/` passes” is said of this run, and “`go test ./...` passes” of one that is whole. */
export interface QuotedTest {
  command: string;
  scope: 'all' | 'part';
  /** What makes it a part. */
  suite?: string;
}

const maxQuoted = 3;
const looksLikeTests = /^[\w./:@ =*^$|"'+-]{4,120}$/;

export function quotedTests(codes: readonly string[]): QuotedTest[] {
  return codes
    .slice(0, 10)
    .filter((code) => code.includes(' ') && looksLikeTests.test(code))
    .flatMap((code): QuotedTest[] => {
      const [command, ...more] = parseShell(code).commands;
      const check = command && more.length === 0 ? checkOf(command) : undefined;
      if (check?.of !== 'tests' || check.runsNothing || !command) return [];
      const words = [command.name, ...command.args.map(({ value }) => value)];
      const { scope, suite } = check;
      return [{ command: words.join(' '), scope, ...(suite !== undefined && { suite }) }];
    })
    .slice(0, maxQuoted);
}

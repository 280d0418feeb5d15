import type { RawRule } from './raw-count.ts';

/** A rule of a project whose sessions are at hand, with the day it came, as the product's check and for the raw count. */
export interface DatedRule {
  corpus: 'work-sessions' | 'work-sessions-2/oh-my-posh';
  /** What the file of instructions says. */
  said: string;
  day: string;
  check: string;
  raw: RawRule;
}

const go = /\.go$/;
const tests = /_test\.go$/;

export const datedRules: DatedRule[] = [
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'golangci-lint run (AGENTS.md, 4b0aa284)',
    day: '2026-07-14',
    check: 'when done unless ran "golangci-lint run" since the last edit',
    raw: { form: 'at the end', ran: ['golangci-lint run'] },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'go test ./... (AGENTS.md, 4b0aa284)',
    day: '2026-07-14',
    check: 'when commit unless ran "go test" since the last edit',
    raw: { form: 'before commit', ran: ['go test'] },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'golangci-lint run (AGENTS.md, 4b0aa284), before a commit',
    day: '2026-07-14',
    check:
      'when commit unless ran "golangci-lint run" since the last edit or ran "gofmt" since the last edit',
    raw: { form: 'before commit', ran: ['golangci-lint run', 'gofmt'] },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'Never call OS APIs directly (AGENTS.md, 4b0aa284)',
    day: '2026-07-14',
    check: 'when new "os.Getenv(" in "*.go"',
    raw: { form: 'never written', adds: 'os.Getenv(', ends: go },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'Default to no comment (AGENTS.md, 928140ef)',
    day: '2026-07-30',
    check: 'when new "func" in "*.go" unless has "//"',
    raw: { form: 'new code', adds: 'func', ends: go, has: ['//'] },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: "Don't use the ELSE keyword (copilot-instructions.md, 6c0c89ec)",
    day: '2025-06-25',
    check: 'when new "} else {" in "*.go"',
    raw: { form: 'never written', adds: '} else {', ends: go },
  },
  {
    corpus: 'work-sessions-2/oh-my-posh',
    said: 'Use testify/assert and testify/require for assertions (copilot-instructions.md, 6c0c89ec)',
    day: '2025-06-25',
    check: 'when new "func Test" in "*_test.go" unless has "assert." or has "require."',
    raw: { form: 'new code', adds: 'func Test', ends: tests, has: ['assert.', 'require.'] },
  },
  {
    corpus: 'work-sessions',
    said: 'Always use t.Parallel() in tests (CLAUDE.md)',
    day: '2026-01-16',
    check: 'when new "func Test" in "*_test.go" unless has "t.Parallel()"',
    raw: { form: 'new code', adds: 'func Test', ends: tests, has: ['t.Parallel()'] },
  },
  {
    corpus: 'work-sessions',
    said: 'Code formatting: always run mise run fmt before committing changes',
    day: '2026-01-13',
    check: 'when done unless ran "mise run fmt"',
    raw: { form: 'in the session', ran: ['mise run fmt'] },
  },
  {
    corpus: 'work-sessions',
    said: 'Linting: always run mise run lint before committing changes',
    day: '2026-01-13',
    check: 'when done unless ran "mise run lint"',
    raw: { form: 'in the session', ran: ['mise run lint'] },
  },
  {
    corpus: 'work-sessions',
    said: 'Tests: always run mise run test before committing changes',
    day: '2026-01-13',
    check: 'when done unless ran "mise run test" since the last edit',
    raw: { form: 'at the end', ran: ['mise run test'] },
  },
];

import type { SimpleCommand } from '@debrief/shell';
import { clipped } from '../acts/act.ts';
import { operandsOf } from './check.ts';
import type { RunFacts } from './conclude.ts';

/** What of CI a command fetches. In a list the newest run stands first; the others are history. */
function asked(command: SimpleCommand): 'list' | 'one' | undefined {
  const [noun = '', verb = ''] = operandsOf(command);
  const line = `${noun} ${verb}`;
  switch (command.name) {
    case 'gh':
      if (line === 'run list') return 'list';
      if (/^(?:run (?:view|watch)|pr checks)$/.test(line)) return 'one';
      if (noun === 'pr' && command.args.some(({ value }) => value.includes('statusCheckRollup')))
        return 'one';
      return noun === 'api' && ofForge.test(verb)
        ? /\/runs(?:\?|$)/.test(verb)
          ? 'list'
          : 'one'
        : undefined;
    case 'glab':
      if (/^(?:ci|pipeline) list$/.test(line)) return 'list';
      return /^(?:ci|pipeline) (?:status|view|get|trace)$/.test(line) ? 'one' : undefined;
    case 'curl':
    case 'wget':
      return command.args.some(({ value }) => /^https?:/.test(value) && ofForge.test(value))
        ? 'one'
        : undefined;
    default:
      return undefined;
  }
}

const ofForge = /\/(?:actions\/runs|check-runs|check-suites|commits\/[^/\s]{1,80}\/status|pipelines)\b/;

const failedWords = 'fail(?:ed|ure|ing)?|timed_out|startup_failure|cancelled|canceled|error';
/** A mark before a run, a job or a step; a row of checks; a field of JSON; a state of a pipeline. */
const failedLine = new RegExp(
  `^\\s{0,4}(?:X|✗|✘|❌) {1,12}\\S|^X\\t|^\\S[^\\t]{0,120}\\t(?:${failedWords})\\b|^completed\\t(?:${failedWords})\\b|^\\s{0,8}"(?:conclusion|state|status|bucket)": ?"(?:${failedWords})"|^Pipeline state: (?:failed|canceled)|^\\((?:failed|canceled)\\)|^Some checks were not successful`,
  'i',
);
const passedLine =
  /^\s{0,4}(?:✓|✔|✅) {1,12}\S|^\S[^\t]{0,120}\t(?:pass|success)\b|^completed\tsuccess\b|^\s{0,8}"(?:conclusion|state|bucket)": ?"(?:success|pass)"|^Pipeline state: success|^\((?:success|passed)\)|^All checks were successful/i;
const openLine =
  /^\s{0,4}(?:\*|-|○|●) {1,12}\S|^\S[^\t]{0,120}\t(?:pending|queued|in_progress)\b|^(?:queued|in_progress)\t|^\s{0,8}"(?:status|state|bucket)": ?"(?:queued|in_progress|pending|running)"|^Pipeline state: (?:running|pending|created)|^\((?:running|pending|created)\)|^Some checks are still pending/i;
const heading = /^(?:STATUS|NAME|JOBS|ANNOTATIONS|ARTIFACTS)\b|^Triggered |^\s{0,4}$/;
const maxLines = 400;

/** One line for each field, so that JSON on one line reads as JSON on many. */
const linesOf = (text: string): string[] =>
  (/^\s{0,4}[[{]/.test(text) ? text.slice(0, 40_000).replace(/[{,[]\s{0,4}(?=[{"])/g, '\n') : text)
    .slice(0, 40_000)
    .split('\n', maxLines);

function verdictOf(text: string, isList: boolean): RunFacts['result'] | undefined {
  const results = { failed: 0, passed: 0, open: 0 };
  for (const line of linesOf(text)) {
    if (heading.test(line)) continue;
    const kind = failedLine.test(line)
      ? 'failed'
      : passedLine.test(line)
        ? 'passed'
        : openLine.test(line)
          ? 'open'
          : undefined;
    if (kind === undefined) continue;
    results[kind]++;
    if (isList) break;
  }
  if (results.failed > 0) return 'failed';
  if (results.open > 0) return 'unknown';
  return results.passed > 0 ? 'passed' : undefined;
}

export const asksCi = (commands: readonly SimpleCommand[]): boolean =>
  commands.some((command) => asked(command) !== undefined);

/** What CI says in the output of a command that asked it; undefined when it was not asked or says nothing of it. */
export function ciRunIn(commands: readonly SimpleCommand[], text: string): RunFacts | undefined {
  for (const command of commands) {
    const what = asked(command);
    // A loop over several of them: nobody can tell which said what.
    if (what === undefined || command.args.some(({ isKnown }) => !isKnown)) continue;
    const result = verdictOf(text, what === 'list');
    if (result === undefined) continue;
    return {
      of: 'tests',
      scope: 'all',
      command: clipped([command.name, ...command.args.map(({ value }) => value)].join(' '), 120),
      result,
      output: 'whole',
      isMasked: false,
      from: 'ci',
    };
  }
  return undefined;
}

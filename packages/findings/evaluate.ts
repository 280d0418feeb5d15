/**
 * Judges real sessions and prints what docs/findings.md says of them: `node packages/findings/evaluate.ts [FOLDER]`.
 * Without a folder those beside the repository (`../shared/work-sessions`). With `--claims all` (or one verdict) it
 * lists every claim with its verdict, the run behind it and the sentence, for a person to judge. A folder with an
 * `index.jsonl` (`{agent, file}`) may hold sessions of several agents; without one they are Claude Code's.
 */
import { parseArgs } from 'node:util';
import { createFold } from '@debrief/transcript';
import { severities } from './src/finding.ts';
import type { Judgement } from './src/findings.ts';
import { createFindingsFold } from './src/fold.ts';
import { type RecordedSession, sessionsIn, workSessions } from './src/testing/corpus.ts';

const { values, positionals } = parseArgs({
  options: { claims: { type: 'string' } },
  allowPositionals: true,
});
const [folder] = positionals;

function judged({ agent, events }: RecordedSession): Judgement {
  const findings = createFindingsFold({ agent, facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  fold.feed(events);
  return findings.judge({ isEnded: true });
}

/** Some files are named by their day and then their id. */
const shortName = (file: string) => file.replace(/^(?:\d{4}-\d\d-\d\d-)?([0-9a-f]{8}).*$/, '$1');

const sessions = [...(folder === undefined ? workSessions() : sessionsIn(folder))].map((session) => ({
  name: `${session.agent} ${shortName(session.name)}`,
  ...judged(session),
}));
if (sessions.length === 0) {
  console.error(
    `There is no session in ${folder ?? '../shared/work-sessions'}, so there is nothing to judge.`,
  );
  process.exit(1);
}
const print = (line = '') => console.log(line);
const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;

if (values.claims !== undefined) {
  for (const { name, claims } of sessions) {
    for (const { support, about, sequence, of, text, run } of claims) {
      if (values.claims !== 'all' && support !== values.claims) continue;
      const { command, result, output, scope, suite, from, edits } = run ?? {};
      const shown = run
        ? `#${run.sequence} ${result}, ${output}, ${scope === 'part' ? (suite ?? 'part') : 'all'}, ${from}, ${edits} edits since: ${command}`
        : 'no run';
      print(
        `${name} #${sequence} [${about === 'pass' ? '' : `${about} `}${support}] ${of}: ${text}\n    ← ${shown}`,
      );
    }
  }
  process.exit(0);
}

print(`${sessions.length} sessions`);
for (const severity of severities) {
  const top = sessions.filter(({ findings }) => findings[0]?.severity === severity).length;
  print(`at most ${severity}: ${share(top, sessions.length)}`);
}
print(`nothing: ${share(sessions.filter(({ findings }) => findings.length === 0).length, sessions.length)}`);

print('\nSessions in which a rule fires, by severity:');
const rates = new Map<string, number>();
for (const { findings } of sessions) {
  for (const key of new Set(findings.map(({ rule, severity }) => `${rule} ${severity}`)))
    rates.set(key, (rates.get(key) ?? 0) + 1);
}
for (const [key, count] of [...rates].sort((a, b) => b[1] - a[1]))
  print(`${key}: ${share(count, sessions.length)}`);

print('\nFindings of high severity:');
for (const { name, findings } of sessions) {
  for (const { rule, severity, sequence, why } of findings)
    if (severity === 'high') print(`${name} #${sequence} ${rule}: ${why}`);
}

const claims = sessions.flatMap((session) => session.claims);
print(`\n${claims.length} claims:`);
for (const [support, some] of Map.groupBy(claims, (claim) => claim.support))
  print(`${support}: ${share(some.length, claims.length)}`);

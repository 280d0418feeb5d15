/**
 * Prints each finding of a folder's sessions with the events it points at, so that a person can say whether it was
 * worth opening: `node packages/findings/list-findings.ts FOLDER…`, and at the end the figures of each agent.
 * A folder holds `<id>.jsonl` of one agent, or an `index.jsonl` that names the agent of each, or a folder for each agent.
 */
import { parseArgs } from 'node:util';
import { type Finding, type Severity, severities } from './src/finding.ts';
import { type Judged, judgedSession } from './src/testing/judged-session.ts';
import { sessionsIn } from './src/testing/sessions-in.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The least severe that is listed. */
    from: { type: 'string', default: 'medium' },
    rule: { type: 'string' },
    /** Only the figures. */
    brief: { type: 'boolean', default: false },
  },
});
const least = severities.indexOf(values.from as Severity);
if (positionals.length === 0 || least < 0) {
  console.error(
    'node packages/findings/list-findings.ts [--from high|medium|low] [--rule ID] [--brief] FOLDER…',
  );
  process.exit(2);
}

const isListed = ({ severity, rule }: Finding): boolean =>
  severities.indexOf(severity) <= least && (values.rule === undefined || rule.startsWith(values.rule));

const print = (line = '') => console.log(line);
const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(0)} %)`;

const byAgent = new Map<string, Judged[]>();
for (const folder of positionals) {
  for (const session of sessionsIn(folder)) {
    const judged = judgedSession(session);
    const of = `${folder.replace(/\/$/, '').split('/').at(-1)} ${session.agent}`;
    byAgent.set(of, [...(byAgent.get(of) ?? []), judged]);
    const listed = judged.judgement.findings.filter(isListed);
    if (values.brief || listed.length === 0) continue;
    print(`\n== ${session.name} (${session.agent}, ${session.events.length} records)`);
    for (const finding of listed) {
      const { severity, rule, sequences, why, evidence } = finding;
      print(`${severity} ${rule} #${sequences.join(' #').slice(0, 80)}\n    ${why}`);
      const shown = new Set([sequences[0], ...evidence.map(({ sequence }) => sequence)]);
      for (const sequence of [...shown].slice(0, 4))
        print(`    #${sequence} ${judged.textOf(sequence ?? 0)}`);
    }
  }
}

print('\nSessions with a finding, and findings, by folder and agent:');
for (const [of, all] of byAgent) {
  const found = all.flatMap(({ judgement }) =>
    judgement.findings.filter(({ severity }) => severity !== 'low'),
  );
  const withOne = (wanted: readonly Severity[]) =>
    all.filter(({ judgement }) => judgement.findings.some(({ severity }) => wanted.includes(severity)))
      .length;
  const high = found.filter(({ severity }) => severity === 'high').length;
  print(
    `${of}: high ${share(withOne(['high']), all.length)}, medium or high ${share(withOne(['high', 'medium']), all.length)}; ${high} high, ${found.length - high} medium findings`,
  );
}

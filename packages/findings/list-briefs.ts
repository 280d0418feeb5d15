/**
 * Prints the brief of each session of a folder, so that a person can hold it against the record:
 * `node packages/findings/list-briefs.ts FOLDER…`; with `--json` as it is served.
 */
import { parseArgs } from 'node:util';
import { briefedSession } from './src/testing/briefed-session.ts';
import { sessionsIn } from './src/testing/sessions-in.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
});
if (positionals.length === 0) {
  console.error('node packages/findings/list-briefs.ts [--json] [--only NAME] FOLDER…');
  process.exit(2);
}

const minutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
for (const folder of positionals) {
  for (const session of sessionsIn(folder)) {
    if (values.only !== undefined && !session.name.includes(values.only)) continue;
    const { brief, title } = briefedSession(session);
    console.log(`\n== ${session.name} (${session.agent}, ${session.events.length} records): ${title}`);
    if (values.json) {
      console.log(JSON.stringify(brief, undefined, 2));
      continue;
    }
    const { outcome, asked, did, changed, proved, steppedIn, open, time } = brief;
    console.log(`outcome ${outcome.kind}: ${outcome.reason} #${outcome.sequence}`);
    console.log(
      `asked   ${asked.first?.text} #${asked.first?.sequence}; then ${asked.later.total} of ${asked.prompts}`,
    );
    for (const { text, sequence } of asked.later.items.slice(0, 6))
      console.log(`          ${text} #${sequence}`);
    console.log(
      `did     ${did.calls} calls; ${did.work.map(({ kind, calls, ms }) => `${kind} ${calls} ${minutes(ms)}`).join(', ')}; ${did.runs.total} runs`,
    );
    for (const { text, calls, ms, status } of did.phases.items.slice(0, 8))
      console.log(`          ${status ?? ''} ${text.slice(0, 80)} (${calls} calls, ${minutes(ms)})`);
    for (const { title: name, calls, type, outcome: end } of did.subagents.items)
      console.log(`          sub-agent ${type} ${name} (${calls} calls, ${end})`);
    console.log(
      `changed ${changed.files.total} files +${changed.linesAdded} -${changed.linesRemoved}; ${changed.commits.total} commits ${changed.commits.items.map(({ hash }) => hash).join(' ')}; ${changed.pullRequests.items.map(({ url }) => url).join(' ')}`,
    );
    for (const { of, state, run } of proved.checks)
      console.log(
        `proved  ${of} ${state} #${run.sequence} ${run.passed ?? '?'} passed ${run.scope} ${run.command.slice(0, 60)}`,
      );
    console.log(`        ${proved.supported} of ${proved.claims} claims`);
    for (const { text, support, sequence } of proved.unproven.items.slice(-3))
      console.log(`          ${support} #${sequence} ${text}`);
    const { denied, interrupted, corrected, sentBack } = steppedIn;
    console.log(
      `stepped ${denied} denied, ${interrupted} interrupted, ${corrected} corrected, ${sentBack} sent back`,
    );
    const { findings, plan, question } = open;
    console.log(
      `open    ${findings.high} high ${findings.medium} medium; plan ${plan?.left.total ?? 0} of ${plan?.total ?? 0}; ${question?.text ?? ''}`,
    );
    console.log(
      `time    ${time ? `${minutes(time.activeMs)} working, ${minutes(time.waitingMs)} waiting` : '?'}`,
    );
  }
}

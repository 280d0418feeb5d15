import { randomBytes } from 'node:crypto';
import { type CheckedClaim, type Finding, ruleCatalog, type Severity, severities } from '@debrief/findings';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { createRedaction } from '../recorder/read/redact.ts';
import { readSettings } from '../settings.ts';
import { paint, say, sayJson, tilde } from '../terminal.ts';
import { counted, oneLine } from '../text.ts';
import { collectEvents } from './session/collect.ts';
import { findSession } from './session/find-session.ts';
import { SessionJudge } from './session/judge.ts';

export interface CheckOptions {
  agent?: string;
  json?: boolean;
  failOn?: string;
}

/** The findings of a session on this machine, before anybody else sees it. Nothing leaves the machine here. */
export async function check(which: string | undefined, options: CheckOptions): Promise<void> {
  const failOn = severityOf(options.failOn);
  const found = await findSession(which, options.agent);
  const settings = await readSettings(homeOf());
  const redaction = createRedaction(settings?.machineKey ?? randomBytes(8).toString('hex'), process.env);
  let judge: SessionJudge | undefined;
  for await (const { event, opening } of collectEvents(found, redaction)) {
    judge ??= new SessionJudge(found.agent.agentId, opening?.repoRoot);
    judge.feed(event);
  }
  const judged = (judge ?? new SessionJudge(found.agent.agentId, undefined)).judge();
  const { findings, claims, notJudged, title, isRead } = judged;
  if (options.json) sayJson({ agent: found.agent.agentId, isRead, findings, claims, notJudged });
  else {
    const [main] = found.sources;
    say(paint('bold', title ? oneLine(title, 200) : 'A session without a title'));
    say(paint('dim', `${found.agent.name} · ${main ? tilde(main.path) : ''}`));
    say();
    if (isRead) print(findings, claims, notJudged);
    else say(`Nothing that ${found.agent.name} did can be read from it, so nothing was judged.`);
  }
  const limit = failOn === undefined ? -1 : severities.indexOf(failOn);
  if (findings.some(({ severity }) => severities.indexOf(severity) <= limit))
    process.exitCode = exitCodes.failed;
}

function severityOf(text: string | undefined): Severity | undefined {
  if (text === undefined) return undefined;
  const severity = severities.find((one) => one === text);
  if (!severity)
    throw new Failure(`--fail-on takes ${severities.join(', ')}, not "${text}".`, exitCodes.usage);
  return severity;
}

const placesOf = ([first, ...rest]: readonly number[]): string =>
  rest.length === 0 ? `#${first}` : `#${first} and ${rest.length} more`;

const colours = { high: 'red', medium: 'yellow', low: 'dim' } as const;

function print(
  findings: readonly Finding[],
  claims: readonly CheckedClaim[],
  notJudged: readonly { what: string; because: string }[],
): void {
  if (findings.length === 0) say('No rule found anything. That does not mean that everything is right.');
  for (const { severity, rule, sequences, why, evidence } of findings) {
    const title = ruleCatalog[rule as keyof typeof ruleCatalog]?.title ?? rule;
    say(
      `${paint(colours[severity], severity.padEnd(6))}  ${oneLine(title)}  ${paint('dim', placesOf(sequences))}`,
    );
    say(`        ${oneLine(why, 300)}`);
    for (const { sequence, label } of evidence.slice(1, 4))
      say(paint('dim', `        #${sequence} ${oneLine(label, 120)}`));
  }
  const supported = claims.filter(({ support }) => support === 'supported').length;
  if (claims.length > 0)
    say(
      `\n${counted(claims.length, 'claim')} that checks pass, ${supported} supported by a run in this session.`,
    );
  for (const { what, because } of notJudged)
    say(paint('dim', `Not judged: ${what.toLowerCase()} (${because}).`));
}

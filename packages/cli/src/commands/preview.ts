import { randomBytes } from 'node:crypto';
import type { Findings } from '@debrief/redaction';
import { homeOf, pathsOf } from '../home.ts';
import { type CommitReport, commitReport } from '../recorder/commits/commits-made.ts';
import { formerSettings } from '../recorder/memory/connection.ts';
import { PauseMemory } from '../recorder/memory/pause-memory.ts';
import { SessionMemory } from '../recorder/memory/session-memory.ts';
import { Hold } from '../recorder/read/hold.ts';
import { createRedaction } from '../recorder/read/redact.ts';
import { addFindings } from '../recorder/spool/redaction-ledger.ts';
import { keyOf, type Opening } from '../recorder/spool/session.ts';
import { repositoryOf } from '../repository.ts';
import { commitFactsWanted, readSettings, type Settings } from '../settings.ts';
import { amount, paint, ruleList, say, sayVerbatim, tilde } from '../terminal.ts';
import { counted, jsonText, oneLine } from '../text.ts';
import { collectEvents } from './session/collect.ts';
import { findSession, type SessionSources } from './session/find-session.ts';

/** Works before connecting, too: so that one can look first. */
export async function preview(
  which: string | undefined,
  options: { agent?: string; json?: boolean },
): Promise<void> {
  const home = homeOf();
  const settings = (await readSettings(home)) ?? (await formerSettings(home));
  const found = await findSession(which, options.agent);
  const redaction = createRedaction(settings?.machineKey ?? randomBytes(8).toString('hex'), process.env);
  // Only the recorder knows the places of a pause that lasts; by time alone it is judged here.
  const pauses = (settings?.pauses ?? []).map((pause) => ({ ...pause, ended: true }));
  // Only read: what a preview learns is not kept.
  const memory = await PauseMemory.open(pathsOf(home).memory, { isKept: false });
  const { agentId, externalId } = found.sources[0] ?? { agentId: '', externalId: '' };
  const total: Findings = {};
  let events = 0;
  let bytes = 0;
  let begun: Opening | undefined;
  for await (const { event, rules, opening } of collectEvents(
    found,
    redaction,
    (source) => new Hold(pauses, source, undefined),
    new SessionMemory(memory, keyOf(agentId, externalId)),
  )) {
    events++;
    begun ??= opening;
    const text = JSON.stringify(event);
    bytes += Buffer.byteLength(text);
    if (rules) addFindings(total, rules);
    if (options.json) sayVerbatim(jsonText(event));
    else {
      if (opening) {
        say(paint('bold', 'session'));
        sayVerbatim(mark(jsonText(opening, 2)));
      }
      const note = rules ? paint('red', `  redacted: ${ruleList(rules)}`) : '';
      say(paint('bold', `#${events} ${oneLine(event.eventType)}`) + note);
      sayVerbatim(mark(jsonText(event.payload, 2)));
    }
  }
  const told = await reportOf(begun, found, settings);
  if (told && options.json) sayVerbatim(jsonText(told));
  if (options.json) return;
  if (told) {
    say(paint('bold', 'commits'));
    sayVerbatim(jsonText(told, 2));
  }
  say();
  say(`${found.agent.name}: ${found.sources.map((source) => tilde(source.path)).join(', ')}`);
  if (told) say(`${counted(told.commits.length, 'commit')}, told without code, message and names.`);
  say(`${counted(events, 'event')}, ${amount(bytes)}. Redacted: ${ruleList(total) || 'nothing'}.`);
}

/** What would be told of commits that were made where the session ran; undefined when there is nothing to tell. */
async function reportOf(
  opening: Opening | undefined,
  { sources }: SessionSources,
  settings: Settings | undefined,
): Promise<CommitReport | undefined> {
  const root = opening?.repoRoot;
  if (root === undefined || repositoryOf(root) !== root) return undefined;
  if (settings && !commitFactsWanted(settings, root)) return undefined;
  const lastChange = Math.max(...sources.map(({ modifiedAt }) => modifiedAt));
  const from = opening?.startedAt === undefined ? lastChange : Date.parse(opening.startedAt);
  // Without git, or in a broken repository, nothing would be told either.
  const report = await commitReport(root, { from, lastChange }, settings?.pauses ?? []).catch(
    () => undefined,
  );
  return report && report.commits.length > 0 ? report : undefined;
}

const mark = (text: string): string =>
  text.replace(/\[REDACTED:[^[\]]{1,100}\]/g, (tag) => paint(['bgRed', 'white'], tag));

import { randomBytes } from 'node:crypto';
import type { Findings } from '@debrief/redaction';
import { homeOf } from '../home.ts';
import { Hold } from '../recorder/read/hold.ts';
import { createRedaction } from '../recorder/read/redact.ts';
import { addFindings } from '../recorder/spool/redaction-ledger.ts';
import { readSettings } from '../settings.ts';
import { amount, paint, ruleList, say, sayVerbatim, tilde } from '../terminal.ts';
import { counted, jsonText, oneLine } from '../text.ts';
import { collectEvents } from './collect.ts';
import { findSession } from './find-session.ts';

/** Works before connecting, too: so that one can look first. */
export async function preview(
  which: string | undefined,
  options: { agent?: string; json?: boolean },
): Promise<void> {
  const settings = await readSettings(homeOf());
  const found = await findSession(which, options.agent);
  const redaction = createRedaction(settings?.machineKey ?? randomBytes(8).toString('hex'), process.env);
  // Only the recorder knows the places of a pause that lasts; by time alone it is judged here.
  const pauses = (settings?.pauses ?? []).map((pause) => ({ ...pause, ended: true }));
  const total: Findings = {};
  let events = 0;
  let bytes = 0;
  for await (const { event, rules, opening } of collectEvents(
    found,
    redaction,
    (source) => new Hold(pauses, source, undefined),
  )) {
    events++;
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
  if (options.json) return;
  say();
  say(`${found.agent.name}: ${found.sources.map((source) => tilde(source.path)).join(', ')}`);
  say(`${counted(events, 'event')}, ${amount(bytes)}. Redacted: ${ruleList(total) || 'nothing'}.`);
}

const mark = (text: string): string =>
  text.replace(/\[REDACTED:[^[\]]{1,100}\]/g, (tag) => paint(['bgRed', 'white'], tag));

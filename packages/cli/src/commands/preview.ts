import { randomBytes } from 'node:crypto';
import { homeOf } from '../home.ts';
import { createRedaction } from '../recorder/redact.ts';
import { isWanted, readSettings } from '../settings.ts';
import { columns, harmless, paint, say } from '../terminal.ts';
import { collectEvents } from './collect.ts';
import { findSession } from './find-session.ts';

/** Works before connecting, too: so that one can look first. */
export async function preview(which: string | undefined, options: { json?: boolean }): Promise<void> {
  const settings = await readSettings(homeOf());
  const found = await findSession(which);
  const redaction = createRedaction(settings?.machineKey ?? randomBytes(8).toString('hex'), process.env);
  const pauses = settings?.pauses ?? [];
  let events = 0;
  let bytes = 0;
  for await (const event of collectEvents(found, redaction, (at, cwd) => isWanted(pauses, at, cwd))) {
    events++;
    const text = JSON.stringify(event);
    bytes += Buffer.byteLength(text);
    if (options.json) say(text);
    else {
      say(paint('bold', `#${events} ${harmless(event.eventType)}`));
      say(mark(harmless(JSON.stringify(event.payload, undefined, 2))));
    }
  }
  if (options.json) return;
  say();
  say(`${found.agent.name}: ${found.sources.map((source) => source.path).join(', ')}`);
  say(
    `${events} events, ${bytes} bytes. Redacted: ${Object.keys(redaction.counts).length === 0 ? 'nothing' : ''}`,
  );
  say(columns(Object.entries(redaction.counts).map(([rule, count]) => [`  ${rule}`, String(count)])));
}

const mark = (text: string): string =>
  text.replace(/\[REDACTED:[^\]]+\]/g, (tag) => paint(['bgRed', 'white'], tag));

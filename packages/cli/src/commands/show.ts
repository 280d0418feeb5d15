import { briefText } from '@debrief/findings';
import { createReader, toAtif, transcriptText } from '@debrief/transcript';
import { noRedaction } from '../recorder/read/redact.ts';
import { say, sayJson } from '../terminal.ts';
import { counted, harmless, oneLine } from '../text.ts';
import { collectEvents } from './session/collect.ts';
import { findSession } from './session/find-session.ts';
import { SessionJudge } from './session/judge.ts';
import { redactionHere } from './session/redaction-here.ts';

export interface ShowOptions {
  agent?: string;
  json?: boolean;
  format?: 'atif';
}

/** Nothing leaves the machine here, so nothing is redacted but what is made to be passed on. */
export async function show(which: string, options: ShowOptions): Promise<void> {
  const found = await findSession(which, options.agent);
  // Loaded here and not at the start: no other command needs it.
  const { createPriceList } = await import('@debrief/prices');
  const reader = createReader(found.agent.agentId, createPriceList());
  const judge = new SessionJudge(found.agent.agentId, undefined);
  let sequence = 0;
  for await (const { event } of collectEvents(
    found,
    options.format ? await redactionHere() : noRedaction(),
  )) {
    reader.feed([{ sequence: ++sequence, eventType: event.eventType, payload: event.payload }]);
    judge.feed(event);
  }
  reader.finish();
  if (options.format === 'atif') {
    const sessionId = reader.summary().agentSessionId ?? found.sources[0]?.externalId ?? 'unknown';
    return sayJson(toAtif({ sessionId, summary: reader.summary(), entries: reader.entries }));
  }
  if (options.json)
    return sayJson({ summary: reader.summary(), brief: judge.brief(), entries: reader.entries });
  const { title, models, usage, cost } = reader.summary();
  if (title) say(oneLine(title));
  const money = cost.total > 0 ? ` · about $${cost.total.toFixed(2)}` : '';
  say(
    `${found.agent.name} · ${models.map((one) => oneLine(one.model, 100)).join(', ') || 'model unknown'} · ${counted(usage.requests, 'request')}${money}`,
  );
  say();
  for (const line of briefText(judge.brief())) say(oneLine(line, 400));
  say();
  for (const part of transcriptText(reader.entries)) process.stdout.write(harmless(part));
  say();
}

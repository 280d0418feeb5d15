import { createFold, createReader, type Entry } from '@debrief/transcript';
import type { Judgement } from '../findings.ts';
import { createFindingsFold } from '../fold.ts';
import type { RecordedSession } from './corpus.ts';

export interface Judged {
  judgement: Judgement;
  /** What an event says, in one short line. */
  textOf(sequence: number): string;
}

/** As the server judges it, with the text of its events for a person who reads along. */
export function judgedSession({ agent, events }: RecordedSession): Judged {
  const findings = createFindingsFold({ facts: () => fold.facts() });
  const fold = createFold(agent, undefined, undefined, undefined, findings);
  fold.feed(events);
  let texts: Map<number, string> | undefined;
  return {
    judgement: findings.judge({ isEnded: true }),
    textOf(sequence) {
      texts ??= textsOf(agent, events);
      return texts.get(sequence) ?? '';
    },
  };
}

function textsOf(agent: string, events: RecordedSession['events']): Map<number, string> {
  const reader = createReader(agent);
  reader.feed(events);
  reader.finish();
  const texts = new Map<number, string>();
  const add = (entries: readonly Entry[]) => {
    for (const entry of entries) {
      const [sequence] = entry.sequences;
      if (sequence !== undefined) texts.set(sequence, `${texts.get(sequence) ?? ''}${shortly(entry)} `);
      if (entry.kind === 'subagent') add(entry.entries);
    }
  };
  add(reader.entries);
  return texts;
}

const line = (text: string, most = 300): string => {
  const one = text.replace(/\s+/g, ' ').trim();
  return one.length > most ? `${one.slice(0, most / 2)} … ${one.slice(-most / 2)}` : one;
};

function shortly(entry: Entry): string {
  if ('outcome' in entry)
    return `[${entry.name} ${entry.outcome}] ${line(entry.title)} → ${line(entry.output ?? '')}`;
  return `[${entry.kind}] ${'text' in entry ? line(entry.text ?? '') : ''}`;
}

import { createReader, type Entry, type Reader } from '@debrief/transcript';
import type { Source } from '../agents/agent.ts';
import { agentOf } from '../agents/registry.ts';
import { collectEvents } from '../commands/session/collect.ts';
import { noRedaction } from '../recorder/read/redact.ts';
import type { Machine } from './machine.ts';

export interface ReadSession {
  reader: Reader;
  /** Kind and main words of every entry, sub-agents' indented. */
  told: string[];
  cwd: string | undefined;
}

/** Every session an agent has on the machine, found, cut into records and read as it would be on the server. */
export async function readSessions(agentId: string, machine: Machine): Promise<Map<string, ReadSession>> {
  const agent = agentOf(agentId);
  if (!agent) throw new Error(`no agent ${agentId}`);
  const bySession = new Map<string, Source[]>();
  for (const source of await agent.find(machine.where)) {
    const list = bySession.get(source.externalId) ?? [];
    list.push(source);
    bySession.set(source.externalId, list);
  }
  const read = new Map<string, ReadSession>();
  for (const [id, sources] of bySession) {
    const reader = createReader(agentId);
    let sequence = 0;
    let cwd: string | undefined;
    sources.sort((a, b) => a.part.length - b.part.length || a.modifiedAt - b.modifiedAt);
    for await (const { event, opening } of collectEvents({ agent, sources }, noRedaction())) {
      cwd ??= opening?.repoRoot;
      reader.feed([{ sequence: ++sequence, eventType: event.eventType, payload: event.payload }]);
    }
    reader.finish();
    read.set(id, { reader, told: reader.entries.flatMap((entry) => tell(entry)), cwd });
  }
  return read;
}

function tell(entry: Entry, indent = ''): string[] {
  const words =
    'outcome' in entry ? `${entry.name}: ${entry.title} = ${entry.outcome}` : entry.text.slice(0, 100);
  const inside = entry.kind === 'subagent' ? entry.entries.flatMap((one) => tell(one, `${indent}  `)) : [];
  return [`${indent}${entry.kind} ${words}`, ...inside];
}

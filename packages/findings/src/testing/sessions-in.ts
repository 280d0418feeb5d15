import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { supportedAgents } from '@debrief/transcript';
import { eventsOf, type RecordedSession } from './corpus.ts';

/** Every session of a folder: by its index, or one agent's, or a folder for each agent. */
export function* sessionsIn(folder: string): Generator<RecordedSession> {
  const index = join(folder, 'index.jsonl');
  const agents = existsSync(index) ? agentsByFile(readFileSync(index, 'utf8')) : undefined;
  const given = supportedAgents.find((id) => id === basename(folder)) ?? 'claude-code';
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (supportedAgents.some((id) => id === name)) yield* sessionsIn(path);
      continue;
    }
    if (!name.endsWith('.jsonl') || notSessions.has(name)) continue;
    const agent = agents ? agents.get(name) : given;
    const text = readFileSync(path, 'utf8');
    // Some files are one JSON document over many lines.
    if (agent !== undefined && !text.startsWith('{\n')) yield { agent, name, events: eventsOf(text) };
  }
}

/** What lies beside the sessions: what they led to. */
const notSessions = new Set([
  'index.jsonl',
  'truth.jsonl',
  'commits.jsonl',
  'instructions.jsonl',
  'prior.jsonl',
]);

function agentsByFile(index: string): Map<string, string> {
  const lines = index.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const { file, agent } = JSON.parse(line) as { file: string; agent: string };
      return [file, agent.toLowerCase().replaceAll(' ', '-')];
    }),
  );
}

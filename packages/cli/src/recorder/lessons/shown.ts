import { type LessonRef, needle, refsShown, setOf, setsIn } from '@debrief/lessons';
import { fields, text } from '../../agents/agent.ts';
import type { LessonNotes } from '../read/taker.ts';
import type { GivenWay, LessonJournal, Shown } from './lesson-journal.ts';

const lessonNeedle = Buffer.from(needle);
/** With which Codex hands instruction files to its model: where it is, it has all of them. */
const codexFiles = '# AGENTS.md instructions for ';
const codexNeedle = Buffer.from(codexFiles);

/** What reading a session does with the records that show lessons. */
export const lessonNotes = (journal: LessonJournal, agentId: string, session: string): LessonNotes => ({
  mayShow: (line) => mayShow(agentId, line),
  note(record) {
    for (const shown of shownIn(agentId, record)) journal.noteShown(session, shown);
    if (showsFiles(agentId, record)) journal.noteFilesShown(session);
  },
  flush: () => journal.flush(),
});

/** Whether it is worth looking at the record: most are not, and there are many. */
const mayShow = (agentId: string, line: Buffer): boolean =>
  line.includes(lessonNeedle) || (agentId === 'codex' && line.includes(codexNeedle));

const mostTexts = 200;

/** The texts of a record, with the names of the fields above each. */
function* textsIn(value: unknown, path = '', depth = 0): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null && depth < 12)
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, `${path}.${name}`, depth + 1);
}

/** What the record proves to have been given to the agent. That it read a file with a command is no such proof. */
export function shownIn(agentId: string, record: unknown): Shown[] {
  const shown: Shown[] = [];
  let texts = 0;
  for (const [path, words] of textsIn(record)) {
    if (++texts > mostTexts) break;
    if (!words.includes(needle)) continue;
    const way = wayOf(agentId, record, path, words);
    if (way === undefined) continue;
    for (const set of setsIn(words)) shown.push({ way, set, ...named(words, set) });
  }
  return shown;
}

/** Codex showed the instruction files that it loaded: what is not among them was not loaded. */
export function showsFiles(agentId: string, record: unknown): boolean {
  if (agentId !== 'codex') return false;
  for (const [, words] of textsIn(record)) if (words.startsWith(codexFiles)) return true;
  return false;
}

function named(words: string, set: string): { lessons?: LessonRef[] } {
  const lessons = refsShown(words).find((refs) => setOf(refs) === set);
  return lessons ? { lessons } : {};
}

function wayOf(agentId: string, record: unknown, path: string, words: string): GivenWay | undefined {
  const { type, attachment, payload } = fields(record);
  // A tool of this server answers with them at once; a file that somebody prints has its marker first.
  const isAnswer = words.startsWith(needle);
  if (agentId === 'claude-code') {
    const kind = text(fields(attachment).type);
    if (kind === 'hook_additional_context') return 'hook';
    if (kind === 'nested_memory') return 'file';
    return kind === undefined && isAnswer && path.startsWith('.message.content.') ? 'mcp' : undefined;
  }
  if (agentId === 'codex') {
    const role = text(fields(payload).role);
    if (role === 'developer') return 'hook';
    if (role === 'user') return words.startsWith(codexFiles) ? 'file' : undefined;
    return role === undefined && isAnswer ? 'mcp' : undefined;
  }
  if (agentId === 'copilot-cli' && type === 'system.message') return 'file';
  if (/hook/i.test(text(type) ?? '') || path.includes('hook')) return undefined;
  return isAnswer ? 'mcp' : undefined;
}

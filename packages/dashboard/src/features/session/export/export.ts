import type { Session } from '@debrief/contract';
import { type Entry, entryToText, hunksOf } from '@debrief/transcript';
import { sessionTitle } from '../../../ui/session/session-state.ts';

/** A fence longer than any in the text, so that nothing inside can close it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const clip = (text: string, most = 20_000): string =>
  text.length > most ? `${text.slice(0, most)}\n… (${text.length - most} more characters)` : text;

/** The transcript as Markdown, with its brief first: for a pull request, a document, or another agent. */
export function toMarkdown(
  session: Session,
  entries: readonly Entry[],
  brief: readonly string[] = [],
): string {
  const facts = [
    `Agent: ${session.agentId}`,
    session.repoRoot && `Folder: ${session.repoRoot}`,
    session.gitBranch && `Branch: ${session.gitBranch}`,
    `Started: ${session.startedAt}`,
    session.endedAt && `Ended: ${session.endedAt} (${session.status})`,
    `Session: ${session.sessionId}, ${session.eventCount} events`,
  ].filter(Boolean);
  const head = `# ${oneLine(sessionTitle(session))}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n`;
  const told =
    brief.length > 0 ? [`## Brief\n\n${brief.map((line) => `- ${oneLine(line)}`).join('\n')}\n`] : [];
  return [head, ...told, ...entries.flatMap((entry) => block(entry, 2))].join('\n');
}

function block(entry: Entry, level: number): string[] {
  const heading = (text: string) => `${'#'.repeat(Math.min(level, 6))} ${oneLine(text)}\n`;
  switch (entry.kind) {
    case 'prompt':
      return [heading(entry.origin === 'human' ? 'Prompt' : `Prompt (${entry.origin})`), `${entry.text}\n`];
    case 'reply':
      return entry.text.trim() === '' ? [] : [heading('Reply'), `${entry.text}\n`];
    case 'thinking':
      return entry.text.trim() === ''
        ? []
        : [`<details><summary>Thinking</summary>\n\n${fenced(clip(entry.text))}\n\n</details>\n`];
    case 'plan':
      return [
        heading('Plan'),
        `${entry.items.map((item) => `- [${item.status === 'done' ? 'x' : ' '}] ${oneLine(item.text)}`).join('\n')}\n`,
      ];
    case 'subagent':
      return [
        heading(`Sub-agent: ${entry.title}`),
        ...(entry.entries.length > 0
          ? entry.entries.flatMap((child) => block(child, level + 1))
          : entry.output
            ? [`${fenced(clip(entry.output))}\n`]
            : []),
      ];
    case 'tool': {
      const parts = [
        `**${entry.name}** ${oneLine(entry.title)}${entry.outcome === 'ok' ? '' : ` — ${entry.outcome}`}\n`,
      ];
      for (const change of entry.changes ?? []) {
        const lines = hunksOf(change).flatMap((hunk) => [
          `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
          ...hunk.lines,
        ]);
        parts.push(`${oneLine(change.path)}\n`, `${fenced(clip(lines.join('\n')), 'diff')}\n`);
      }
      if (!entry.changes?.length && entry.output) parts.push(`${fenced(clip(entry.output))}\n`);
      return parts;
    }
    default:
      return [`> ${oneLine(entryToText(entry)).slice(0, 500)}\n`];
  }
}

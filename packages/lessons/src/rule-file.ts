import { spread } from './glob.ts';
import { withBlock } from './instruction-file.ts';
import { globsOf, isSayable, type LessonWords, setOf } from './words.ts';

/** Rules of an agent that apply to some paths only: a file of their own. */
export interface RuleFormat {
  /** The agents that read it. */
  agents: readonly string[];
  folder: string;
  suffix: string;
  /** What stands before the lessons, without its fences. */
  head(globs: readonly string[]): string[];
}

export const ruleFormats: Record<'claude' | 'copilot' | 'cursor', RuleFormat> = {
  claude: {
    agents: ['claude-code'],
    folder: '.claude/rules',
    suffix: '.md',
    head: (globs) => ['paths:', ...globs.map((glob) => `  - ${JSON.stringify(glob)}`)],
  },
  copilot: {
    agents: ['copilot-cli', 'vscode-copilot'],
    folder: '.github/instructions',
    suffix: '.instructions.md',
    head: (globs) => [`applyTo: ${JSON.stringify(listed(globs))}`],
  },
  // Its front matter is not quite YAML: a list with commas, without quotes.
  cursor: {
    agents: ['cursor'],
    folder: '.cursor/rules',
    suffix: '.mdc',
    head: (globs) => ['description: Lessons of this team', `globs: ${listed(globs)}`, 'alwaysApply: false'],
  },
};

/** With commas between them, so none has one of its own. */
const listed = (globs: readonly string[]): string =>
  globs
    .flatMap((glob) => spread(glob))
    .map((glob) => glob.replaceAll(',', '?').trim())
    .join(',');

/** One file for all lessons of the same paths. */
export function ruleFiles(
  { agents, folder, suffix, head }: RuleFormat,
  lessons: readonly LessonWords[],
): Map<string, Uint8Array> {
  const groups = new Map<string, LessonWords[]>();
  for (const lesson of lessons) {
    if (lesson.paths.length === 0 || !isSayable(lesson) || !isFor(lesson, agents)) continue;
    const key = globsOf(lesson.paths).join('\n');
    groups.set(key, [...(groups.get(key) ?? []), lesson]);
  }
  const files = new Map<string, Uint8Array>();
  for (const [key, some] of groups) {
    const lines = ['---', ...head(key.split('\n')), '---', ''];
    const start = new TextEncoder().encode(`${lines.join('\n')}\n`);
    const name = setOf([{ lessonId: key, version: 0 }]).slice(0, 8);
    const content = withBlock(start, some, false);
    if (content) files.set(`${folder}/debrief-${name}${suffix}`, content);
  }
  return files;
}

/** Whether one of these agents is told. */
export const isFor = (lesson: Pick<LessonWords, 'agents'>, agents: readonly string[]): boolean =>
  lesson.agents.length === 0 || lesson.agents.some((agent) => agents.includes(agent));

import { asList, asObject, type Json, textOf } from './json.ts';

/**
 * Counts a session of Claude Code again, from its records alone and without any of our readers: what the brief says has
 * to be what anybody finds who goes through the file by hand.
 */
export interface Recount {
  prompts: number;
  /** Without those that only tell of a plan. */
  calls: number;
  files: string[];
  commits: number;
}

/** What the harness writes in the name of the person. */
const ofHarness =
  /^\s*(?:<(?:command-|local-command|bash-|task-notification|system-reminder|user-memory|ide_)|Caveat: |\[Request interrupted|This session is being continued)/;
const ofCommand = /^\s*<command-/;
/** Lists of things to do and plans: the brief has them as one plan, however many calls tell of it. */
const planning = /^(?:Task(?:Create|Update|Get|List)|TodoWrite|ExitPlanMode)$/;
const shells = new Set(['Bash', 'PowerShell']);
const editors = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function recount(records: readonly unknown[]): Recount {
  const calls = new Map<string, { name: string; input: Json }>();
  const failed = new Set<string>();
  const outputs = new Map<string, string>();
  const seen = new Set<string>();
  let prompts = 0;
  let isCommand = false;
  for (const raw of records) {
    const record = asObject(raw);
    const { type, message, uuid, isMeta, isSidechain, isCompactSummary, attachment } = record;
    if (typeof uuid === 'string' && seen.has(`${uuid} ${type}`)) continue;
    seen.add(`${uuid} ${type}`);
    const { content } = asObject(message);
    for (const block of asList(content)) {
      if (block.type === 'tool_use' && type === 'assistant')
        calls.set(String(block.id), { name: String(block.name), input: asObject(block.input) });
      if (block.type === 'tool_result') {
        if (block.is_error === true) failed.add(String(block.tool_use_id));
        outputs.set(String(block.tool_use_id), textOf(block.content));
      }
    }
    const isPersons = !isMeta && !isSidechain && !isCompactSummary;
    if (type === 'user' && isPersons && isPrompt(content)) {
      prompts++;
      isCommand = false;
    }
    // A command of the agent's own counts once the model says something about it.
    if (type === 'user' && isPersons && ofCommand.test(textOf(content))) isCommand = true;
    if (isCommand && type === 'assistant' && !isSidechain && asObject(message).model !== '<synthetic>') {
      prompts++;
      isCommand = false;
    }
    if (type === 'attachment' && asObject(attachment).type === 'queued_command' && !isMeta) {
      const { prompt, commandMode } = asObject(attachment);
      if (commandMode !== 'task-notification' && isPrompt(prompt)) prompts++;
    }
  }
  const done = [...calls].filter(([id]) => outputs.has(id) && !failed.has(id));
  return {
    prompts,
    // A record may begin in the middle: what came of a call tells of it, too.
    calls:
      [...calls.values()].filter(({ name }) => !planning.test(name)).length +
      [...outputs.keys()].filter((id) => !calls.has(id)).length,
    files: [
      ...new Set(
        done
          .filter(([, { name }]) => editors.has(name))
          .map(([, { input }]) => String(input.file_path ?? input.notebook_path)),
      ),
    ].sort(),
    commits: done
      .filter(([, { name }]) => shells.has(name))
      .reduce((sum, [, { input }]) => sum + commitsIn(String(input.command)), 0),
  };
}

/** A reminder may stand before the words of a person, in the same message. */
function withoutReminder(text: string): string {
  const end = '</system-reminder>';
  const at = text.trimStart().startsWith('<system-reminder>') ? text.indexOf(end) : -1;
  return at < 0 ? text : text.slice(at + end.length);
}

function isPrompt(content: unknown): boolean {
  const blocks = asList(content);
  const text = withoutReminder(textOf(content));
  return (text.trim() !== '' && !ofHarness.test(text)) || blocks.some(({ type }) => type === 'image');
}

/** Commands that commit, one by one; what stands in a here-document or in quotes is no command. */
function commitsIn(script: string): number {
  return withoutQuoted(withoutDocuments(script))
    .split(/[;\n|]|&&/)
    .filter((command) => isCommit(command) && !command.includes('--dry-run')).length;
}

/** With nothing between quotes. A quote that does not end is one to the end. */
function withoutQuoted(script: string): string {
  let kept = '';
  let quote = '';
  for (let at = 0; at < script.length; at++) {
    const letter = script[at] as string;
    if (quote === '') kept += letter;
    else if (letter === quote) kept += letter;
    else if (letter === '\\' && quote === '"') at++;
    if (letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
  }
  return kept;
}

/** Without the lines of here-documents, and of PowerShell's texts over several lines. */
function withoutDocuments(script: string): string {
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of script.split('\n')) {
    if (end !== undefined) {
      if (!line.trim().startsWith(end)) continue;
      kept.push(line.trim().slice(end.length));
      end = undefined;
      continue;
    }
    const document = /<<-?\s{0,5}['"]?(\w{1,40})/.exec(line);
    end = document ? document[1] : line.endsWith("@'") ? "'@" : undefined;
    kept.push(document ? line.slice(0, document.index) : end ? line.slice(0, -2) : line);
  }
  return kept.join('\n');
}

function isCommit(command: string): boolean {
  const words = command.trim().replace(/^\(/, '').split(/\s+/).filter(Boolean);
  let at = words.findIndex((word) => !/^\w+=/.test(word));
  if (words[at] !== 'git') return false;
  at++;
  while (words[at]?.startsWith('-')) at += 2;
  return words[at] === 'commit';
}

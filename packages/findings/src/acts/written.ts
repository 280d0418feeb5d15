import { parseShell, type SimpleCommand } from '@debrief/shell';
import { type FileChange, hunksOf, type Tool } from '@debrief/transcript';
import { fileKind } from '../file.ts';
import type { Surroundings } from '../place.ts';
import type { Base, Deed, Written } from './act.ts';
import { inContext } from './context.ts';
import { deedsOf } from './deeds/classify.ts';

const longest = 20_000;
const maxLines = 2000;
const maxDeeds = 8;
const maxCommands = 200;
const maxLinesKept = 12;

/** Looking around and saying something. */
const idle =
  /^(?:cd|ls|cat|head|tail|grep|rg|find|stat|wc|file|which|echo|printf|set|export|test|\[|true|false|exit|source|\.|sleep|mkdir|touch|if|then|fi|for|do|done|while|return|read|shift|local|trap|node|python[\d.]{0,6}|ruby|perl|php|psql)$/;

/** A command without its options and settings, so that it is the same in another wrapping: `rails db:migrate`. */
export function essenceOf(line: string): string | undefined {
  const [program = '', ...words] = line.slice(0, 300).split(/\s+/);
  const name = program.slice(program.lastIndexOf('/') + 1);
  const rest = words.filter((word) => !word.startsWith('-') && !/^\w{1,40}=/.test(word)).slice(0, 8);
  return name === '' || idle.test(name) || rest.length === 0
    ? undefined
    : [name, ...rest].join(' ').slice(0, 120);
}

const shellScript = /\.(?:sh|bash|zsh|ksh|ps1|cmd|bat|command)$/i;
/** Files of which a runner runs the lines that are indented. */
export const recipes = /(?:^|[\\/])(?:(?:GNU)?[Mm]akefile|[Jj]ustfile)$/;
const program = /\.(py|[cm]?[jt]s|rb|php|pl)$/i;
const interpreterOf: Record<string, string> = { py: 'python3', rb: 'ruby', php: 'php', pl: 'perl' };

/** By its name: what is not one of these need not be read. */
export const mayBeScript = (path: string): boolean =>
  shellScript.test(path) || program.test(path) || /\.sql$|(?:^|[\\/])[\w-]{1,60}$/i.test(path);

/** What a script that is being written will do once it is run; nothing for one that does nothing of note. */
export function writtenScript(
  path: string,
  text: string,
  at: Base,
  around: Surroundings,
): Written | undefined {
  if (fileKind(path) === 'test' || text.length > longest) return undefined;
  const commands = commandsOf(path, text, around);
  if (commands.length === 0) return undefined;
  const call: Pick<Tool, 'outcome' | 'output'> = { outcome: 'ok', output: '' };
  const deeds: Deed[] = [];
  const lines = new Set<string>();
  let count = 0;
  for (const command of inContext(commands)) {
    if (deeds.length >= maxDeeds || ++count > maxCommands) break;
    const line = essenceOf([command.name, ...command.args.map(({ value }) => value)].join(' '));
    if (line !== undefined && lines.size < maxLinesKept) lines.add(line);
    for (const deed of deedsOf(command, call as Tool, false, at, around))
      if (!deed.loss && !deeds.some(({ rule, target }) => rule === deed.rule && target === deed.target))
        deeds.push(deed);
  }
  return deeds.length === 0 && lines.size === 0
    ? undefined
    : {
        kind: 'written',
        ...at,
        path: path.slice(-300),
        deeds: deeds.slice(0, maxDeeds),
        ...(lines.size > 0 && { lines: [...lines] }),
      };
}

function commandsOf(path: string, text: string, { root }: Surroundings): readonly SimpleCommand[] {
  if (shellScript.test(path) || /^#!.{0,60}\b(?:ba|z|da|k)?sh\b/.test(text))
    return parseShell(text, { cwd: root, readsWindows: true }).commands;
  if (recipes.test(path))
    return parseShell(
      text
        .split('\n')
        .filter((line) => /^(?:\t| {2,8})\S/.test(line))
        .map((line) => line.trim().replace(/^[@-]{1,2}/, ''))
        .join('\n'),
      { cwd: root },
    ).commands;
  const kind = program.exec(path)?.[1]?.toLowerCase();
  if (kind !== undefined) return mayAct.test(text) ? [given(interpreterOf[kind] ?? 'node', text, root)] : [];
  return /\.sql$/i.test(path) ? [given('psql', text, root)] : [];
}

/** A program without any of these words starts, reads, removes and ends nothing: most edits of code have none. */
const mayAct =
  /system|popen|subprocess|exec|spawn|check_|Popen|\brun\b|passthru|Open3|\$\s{0,3}[(`]|decode|atob|Buffer\.from|unhexlify|fromhex|rmtree|remove|unlink|\brm|rimraf|Path\(|FileUtils|delete|destroy_all|truncate|query|raw\b|kill|\b(?:open|read|load|config|File)/;

/** As if it had been handed to the program that runs it. */
const given = (name: string, input: string, cwd: string | undefined): SimpleCommand => ({
  name,
  args: [],
  assignments: [],
  redirections: [],
  input,
  pipe: { index: 0, length: 1, after: [] },
  cwd,
  wrappers: [],
  isRemote: false,
  isSuccessImplied: false,
  isBackground: false,
  decidesExit: false,
  isAfterSuccess: false,
  chain: 0,
  position: 0,
});

/** The lines of a file after a change, as far as the change shows them. */
export function textAfter(change: FileChange): string {
  const lines: string[] = [];
  for (const hunk of hunksOf(change))
    for (const line of hunk.lines) {
      if (lines.length >= maxLines) return lines.join('\n');
      if (!line.startsWith('-')) lines.push(line.slice(1));
    }
  return lines.join('\n');
}

/** `cat > tidy.sh <<'EOF'` writes a script by a command. */
export function scriptsWrittenBy(command: SimpleCommand, at: Base, around: Surroundings): Written[] {
  if (command.input === undefined || command.isRemote) return [];
  const target =
    command.redirections.find(({ operator }) => /^>{1,2}\|?$/.test(operator))?.target ??
    (command.name === 'tee' ? command.args.findLast(({ value }) => !value.startsWith('-')) : undefined);
  const written = target && writtenScript(target.value, command.input, at, around);
  return written ? [written] : [];
}

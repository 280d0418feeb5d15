import type { Argument, SimpleCommand } from '../command.ts';
import { baseName } from '../path.ts';
import { follow, type ShellState } from '../state.ts';
import { commonly } from './cmdlet.ts';
import { type Line, linesOf } from './words.ts';

/** A cmdlet where a command begins, or a command of cmd with its kind of options. */
const cmdlet =
  /(?:^|[;|&{(\n])\s{0,20}(?:\$\w{1,40}\s{0,4}=\s{0,4})?(?:(?:Remove|Get|Set|Add|Clear|Copy|Move|Rename|New|Stop|Start|Restart|Invoke|Out|Test|Write|Select|Where|ForEach|Import|Export|Measure|Sort|ConvertFrom|ConvertTo|Join|Push|Pop)-[A-Za-z]{3,30}\b|\$env:\w)/i;
const ofCmd = /(?:^|[&|\n])\s{0,20}(?:rd|rmdir|del|erase|xcopy)\s{1,10}(?:\/[a-z]\s{1,10}){1,4}/i;
const piped = /\|\s{0,10}iex(?:\s|$)|^\s{0,10}(?:irm|iwr)\s/i;
/** What only Bash says; a here-document may well hold PowerShell. */
const ofBash = /<<|\b(?:then|done|esac)\b|\$\(\(|\[\[/;

/** A longer script is not read as one of these. */
const longest = 20_000;

/** Whether a script is PowerShell or cmd, by what it says and not by who ran it. */
export function isWindowsScript(script: string): boolean {
  if (script.length > longest || ofBash.test(script)) return false;
  // What stands in quotes is said, not done.
  const head = script.slice(0, 4000).replace(/'[^']{0,2000}'|"[^"]{0,2000}"/g, "''");
  return cmdlet.test(head) || ofCmd.test(head) || piped.test(head);
}

/** Where a script of another shell stands in the one around it. */
export interface Around {
  state: ShellState;
  wrappers: string[];
  isRemote: boolean;
  /** Whether exit code 0 of all means that this script ended well. */
  isSuccessImplied: boolean;
  decidesExit: boolean;
}

/** What a PowerShell or cmd script would run, by common names: `Remove-Item -Recurse x` is `rm -rf x`. */
export function windowsCommands(
  script: string,
  around: Around,
  maxCommands: number,
): { commands: SimpleCommand[]; isWhole: boolean } {
  const { lines, isWhole } = linesOf(script.slice(0, longest), maxCommands);
  const commands: SimpleCommand[] = [];
  const environment: SimpleCommand['assignments'] = [];
  let chain = 0;
  for (const [index, line] of lines.entries()) {
    // Of a pipe the last program is the one whose exit code counts.
    const isLast = index === lines.length - 1;
    const set = /^\$env:(\w{1,60})=(.{0,200})$/i.exec(
      line.words
        .slice(0, 3)
        .map(({ value }) => value)
        .join(''),
    );
    if (set) {
      environment.push({ name: set[1] ?? '', value: set[2] });
      continue;
    }
    if (line.joint === ';') chain++;
    const command = commandOf(
      withoutTarget(line),
      around,
      environment,
      line.joint === '|' ? lines[index - 1] : undefined,
    );
    const isAfterSuccess = line.joint === '&&';
    commands.push({
      ...command,
      pipe: pipeOf(lines, index),
      isSuccessImplied: around.isSuccessImplied && isLast,
      decidesExit: around.decidesExit && isLast,
      isAfterSuccess,
      chain,
      position: line.position,
    });
    follow(command, around.state);
  }
  return { commands, isWhole: isWhole && script.length <= longest };
}

/** `$x = Get-Content a` runs what stands behind it, and so does `& tool.exe`. */
function withoutTarget(line: Line): Line {
  const [first, second] = line.words;
  if (first && /^\$\w/.test(first.value) && second?.value === '=')
    return { ...line, words: line.words.slice(2) };
  return first?.value === '&' || first?.value === '.' ? { ...line, words: line.words.slice(1) } : line;
}

const slashed = (one: Argument): Argument =>
  /[\\]/.test(one.value) && !/\s{2}|\n/.test(one.value)
    ? { ...one, value: one.value.replace(/\\{1,2}/g, '/').replace(/^\.\//, '') || '.' }
    : one;

const temporary = /^(?:\$env:(?:TEMP|TMP)|%(?:TEMP|TMP)%|\$\(?\[System\.IO\.Path\]::GetTempPath\(\)\)?)/i;
const home = /^(?:\$env:USERPROFILE|\$HOME|%USERPROFILE%|~)(?=$|[\\/])/i;

/** Well-known folders of the machine by the names that they have elsewhere. */
const placed = (one: Argument): Argument =>
  temporary.test(one.value)
    ? { value: one.value.replace(temporary, '/tmp'), isKnown: true, hasGlob: one.hasGlob }
    : home.test(one.value)
      ? {
          value: one.value.replace(home, '~'),
          isKnown: !/[$%]/.test(one.value.replace(home, '')),
          hasGlob: one.hasGlob,
        }
      : one;

const known = (value: string): Argument => ({ value, isKnown: true, hasGlob: false });

function commandOf(
  line: Line,
  around: Around,
  environment: SimpleCommand['assignments'],
  before?: Line | undefined,
): SimpleCommand {
  const { words, redirections } = line;
  const { state, wrappers, isRemote } = around;
  const [first, ...rest] = words.map(placed).map(slashed);
  const { name, args, wrapper } = commonly(baseName(first?.value ?? ''), rest);
  // `… | Remove-Item` and `{ Remove-Item $_ }` take what the pipe hands them.
  const fed = args.filter(({ value }) => !/^\$_|^\$PSItem/i.test(value));
  if (name === 'kill' && args.length === 0 && before?.words[0]?.value.toLowerCase() === 'get-process')
    return commandOf(
      { ...line, words: [known('Stop-Process'), ...before.words.slice(1)] },
      around,
      environment,
    );
  const isFed = name === 'rm' && fed.every(({ value }) => value.startsWith('-')) && args.length > 0;
  return {
    name,
    args: isFed ? fed : args,
    assignments: [...environment],
    redirections: redirections
      .map(({ operator, target }) => ({ operator, target: slashed(placed(target)) }))
      .filter(({ operator, target }) => operator !== '2>' && target.value !== '$null'),
    pipe: { index: 0, length: 1, after: [] },
    cwd: state.cwd,
    wrappers: [...wrappers, ...(wrapper ? [wrapper] : []), ...(isFed ? ['xargs'] : [])],
    isRemote,
    isSuccessImplied: false,
    isBackground: false,
    decidesExit: false,
    isAfterSuccess: false,
    chain: 0,
    position: 0,
  };
}

const maxAfter = 10;

function pipeOf(lines: readonly Line[], index: number): SimpleCommand['pipe'] {
  let first = index;
  while (index - first < 50 && lines[first]?.joint === '|') first--;
  let last = index;
  while (lines[last + 1]?.joint === '|' && last - index < 50) last++;
  const after = lines
    .slice(index + 1, Math.min(last + 1, index + 1 + maxAfter))
    .map(({ words }) => commonly(baseName((words[0]?.value ?? '').replaceAll('\\', '/')), []).name);
  return { index: index - first, length: last - first + 1, after };
}

import type { Argument, SimpleCommand } from '@debrief/shell';
import { fileKind } from '../../file.ts';
import { insideOf, type Surroundings } from '../../place.ts';
import {
  type Classifier,
  type DeedDraft,
  hasFlag,
  isDryRun,
  operandsOf,
  pathOfArgument,
  placeOfArgument,
} from './deed.ts';
import { gitCommand } from './git-command.ts';
import { programText } from './program-text.ts';

/** What a command deletes, and whether folders go with everything in them. */
interface Deletion {
  targets: Argument[];
  isRecursive: boolean;
  /** The file stays, with nothing in it. */
  isEmptied?: true;
  /** The file stays without these lines. */
  lines?: string;
}

const maxPaths = 50;

/** Deleting: what is lost depends on where it lay. Who made it, the state of the session knows. */
export const deletion: Classifier = (command, around, { hasFailed, output }) => {
  const found = deletionOf(command);
  if (!found) return undefined;
  if (hasFailed) return found.isRecursive ? atTheRoot(command, output) : undefined;
  const { targets, isRecursive, isEmptied = false, lines } = found;
  const gone = targets.filter(({ value }) => !isMissing(value, output));
  if (lines !== undefined) return linesOf(gone, lines, command, around);
  return (
    outside(gone, isRecursive, command, around) ??
    (isRecursive ? folder(gone, command, around) : undefined) ??
    files(gone, isEmptied, command, around)
  );
};

/** `rm -rf $X/*` with nothing in X begins at the root: what it could not remove there tells. */
function atTheRoot(command: SimpleCommand, output: string): DeedDraft | undefined {
  const place =
    /cannot remove '(\/(?:proc|sys|dev|boot|etc|usr|bin|sbin|lib|var|root|home)\b[^'\n]{0,200})'/.exec(
      output.slice(0, 20_000),
    )?.[1];
  const [target] = operandsOf(command).filter(
    ({ value }) => /^["']?\$/.test(value) || everything.test(value),
  );
  if (place === undefined || !target) return undefined;
  return {
    rule: 'fs.delete-outside',
    severity: 'high',
    target: target.value,
    what: `Deleted ${target.value}, which came to ${place}`,
    wish: 'delete',
  };
}

/** `rm: cannot remove 'x': No such file or directory` deleted nothing. */
const isMissing = (value: string, output: string): boolean =>
  output.length < 20_000 && output.includes(value) && output.includes(`${value}': No such file`);

/** So many lines of a file taken out by a command are as many as an edit would be told for. */
const manyLines = { some: 30, many: 200 };

function linesOf(
  targets: readonly Argument[],
  lines: string,
  command: SimpleCommand,
  around: Surroundings,
): DeedDraft | undefined {
  const [first] = targets.filter(
    (target) => placeOfArgument(target, command, around) === 'repository' && !isJunk(target.value),
  );
  if (!first) return undefined;
  const [from = 0, to] = lines.split(',').map(Number);
  const count = to === undefined || Number.isNaN(to) ? undefined : to - from + 1;
  if (count !== undefined && count < manyLines.some) return undefined;
  return {
    rule: 'large.delete',
    severity: count !== undefined && count > manyLines.many ? 'medium' : 'low',
    target: first.value,
    what: `Removed ${count === undefined ? `everything from line ${from} on` : `${count} lines`} of ${first.value}`,
    wish: 'delete',
    paths: [pathOfArgument(first, command, around) ?? first.value],
  };
}

const everything = /^(?:\/|[A-Za-z]:\/?\*?|~|\.\.|\/\*|~\/\*?|\.\.\/?\*?|\$HOME)$/;

function outside(
  targets: readonly Argument[],
  isRecursive: boolean,
  command: SimpleCommand,
  around: Surroundings,
): DeedDraft | undefined {
  let unknown: Argument | undefined;
  for (const target of targets) {
    const place = placeOfArgument(target, command, around);
    const path = pathOfArgument(target, command, around) ?? target.value;
    const deleted = (severity: 'high' | 'medium', what: string): DeedDraft => ({
      rule: 'fs.delete-outside',
      severity,
      target: target.value,
      what,
      wish: 'delete',
      paths: [path],
    });
    // A log below the home is a leftover; one of the machine is what people look for when something went wrong.
    const isScrap =
      !isRecursive && place === 'home' && (isJunk(target.value) || /\.(?:sock|pid)$/.test(target.value));
    if (everything.test(target.value) || ((place === 'home' || place === 'system') && !isScrap))
      return deleted(
        isRecursive ? 'high' : 'medium',
        `Deleted ${target.value}, which is outside the repository`,
      );
    if (
      isRecursive &&
      place === 'repository' &&
      around.root !== undefined &&
      insideOf(path, around.root) === undefined
    )
      return deleted('medium', `Deleted ${target.value}, which is beside the repository`);
    if (/(?:^|\/)\.git\/?$/.test(target.value) && isRecursive && place === 'repository')
      return deleted('high', `Deleted ${target.value}, the history of the repository`);
    if (place === 'unknown' && isRecursive && isAnybodys(target.value)) unknown ??= target;
  }
  return unknown
    ? {
        rule: 'fs.delete-outside',
        severity: 'medium',
        target: unknown.value,
        what: `Deleted a path that cannot be known, ${unknown.value}`,
        wish: 'delete',
      }
    : undefined;
}

/** A variable of the machine, not one that the script itself fills: those are written small, or say what they hold. */
const isAnybodys = (value: string): boolean => {
  const name = /\$\{?([A-Za-z_]\w{0,60})/.exec(value)?.[1] ?? '';
  return (
    /^[A-Z]/.test(name) &&
    !/[/\\](?:\.?cache|te?mp)\b/i.test(value) &&
    !/te?mp|work|scratch|build|out|cache|dist|sandbox|test|fixture|wt|clone/i.test(name)
  );
};

function folder(
  targets: readonly Argument[],
  command: SimpleCommand,
  around: Surroundings,
): DeedDraft | undefined {
  const inside = targets.filter(
    (target) => placeOfArgument(target, command, around) === 'repository' && !isJunk(target.value),
  );
  const folders = inside.filter(({ value }) => isFolderLike(value));
  const [first] = folders;
  if (!first) return undefined;
  return {
    rule: 'fs.delete-inside',
    severity: folders.some((one) => isWhole(one, command, around))
      ? 'high'
      : folders.every(({ value }) => madeAgain.test(value))
        ? 'low'
        : 'medium',
    target: first.value,
    what: `Deleted ${folders.length > 1 ? `${first.value} and ${folders.length - 1} more` : first.value} inside the repository with everything in it`,
    wish: 'delete',
    paths: folders
      .slice(0, maxPaths)
      .map((target) => pathOfArgument(target, command, around) ?? target.value),
  };
}

/** What a generator or a test writes anew. */
const madeAgain =
  /(?:^|[/\\])(?:_?gen|generated|__generated__|mocks|__mocks__|golden|snapshots|__snapshots__)[/\\]?$/i;

/** The repository itself, or everything in it. */
const isWhole = (target: Argument, command: SimpleCommand, around: Surroundings): boolean =>
  command.name === 'rm' &&
  around.root !== undefined &&
  pathOfArgument(target, command, around)?.replace(/\/\*$/, '') === around.root;

/** Single files. A few are ordinary work; the state of the session counts them. */
function files(
  targets: readonly Argument[],
  isEmptied: boolean,
  command: SimpleCommand,
  around: Surroundings,
): DeedDraft | undefined {
  const inside = targets.filter(
    (target) =>
      (placeOfArgument(target, command, around) === 'repository' && !isJunk(target.value)) ||
      (isEmptied && isRecord(target, command, around)),
  );
  const [first] = inside;
  if (!first) return undefined;
  const isMany = inside.some(
    ({ value, hasGlob, isKnown }) =>
      hasGlob || /[*{]/.test(value) || (!isKnown && command.isRepeated === true),
  );
  const kept = inside.find(({ value }) => unkept.test(value));
  const isNote =
    isEmptied &&
    /^(?:echo|printf)$/.test(command.name) &&
    inside.every(({ value }) => /\.(?:txt|md)$/.test(value));
  const isSevere = isMany || (isEmptied && !isNote) || kept !== undefined;
  return {
    rule: 'fs.delete-inside',
    severity: isSevere ? 'medium' : 'low',
    target: isSevere ? (kept ?? first).value : 'files',
    what: isEmptied
      ? `Emptied ${first.value}`
      : isMany
        ? `Deleted every ${first.value}`
        : kept
          ? `Deleted ${kept.value}, which git rarely keeps`
          : `Deleted ${first.value}`,
    wish: 'delete',
    paths: inside.slice(0, maxPaths).map((target) => pathOfArgument(target, command, around) ?? target.value),
  };
}

/** Settings and data of the machine: what is gone is gone. */
const unkept =
  /(?:^|\/)\.env(?:\.(?!example|sample|template)[\w-]{1,20})?$|\.(?:sqlite3?|db|rdb|dump|pem|key|p12|pfx|jks|keystore)$/;

/** What a program told of what it did, as long as it is not what a tool or a test tells its developer. */
const isRecord = (target: Argument, command: SimpleCommand, around: Surroundings): boolean =>
  /\.log$/.test(target.value) &&
  /^(?:repository|build)$/.test(placeOfArgument(target, command, around) ?? '') &&
  !/(?:^|[/_.-])(?:dev|development|test|tests|debug|npm|yarn|pnpm|build|watch|tmp|temp|out|output|install|lint|e2e|coverage|vite|webpack|jest|vitest|playwright|cypress|server)(?:[/_.-]|$)/i.test(
    target.value,
  );

/** What tools leave behind. */
const isJunk = (value: string): boolean =>
  // A file of tests is called `test_cart.py` for another reason.
  !(fileKind(value) === 'test' && /(?:^|\/)tests?\//.test(value) && /\.[a-z]{1,5}$/.test(value)) &&
  /(?:\.(?:tmp|temp|pyc|pyo|log|orig|rej|bak|swp|swo|class|o|obj|tsbuildinfo|map|prof|out|pid|lock|tgz|vsix|test)|~|\.DS_Store|__pycache__|\.egg-info|\.lcov|Thumbs\.db)\/?$|(?:^|\/)(?:te?mp|scratch|test|debug|out|demo)[-_.]/i.test(
    value,
  );

const isFolderLike = (path: string): boolean => !/[^/]\.[A-Za-z0-9]{1,6}$/.test(path);

function deletionOf(command: SimpleCommand): Deletion | undefined {
  const { name } = command;
  if (command.isRemote || isDryRun(command)) return undefined;
  const operands = operandsOf(command);
  switch (name) {
    case 'rm':
      return { targets: operands, isRecursive: hasFlag(command, '-r', '-R', '--recursive') };
    case 'unlink':
    case 'trash':
    case 'rimraf':
    case 'del-cli':
      return { targets: operands, isRecursive: name !== 'unlink' };
    case 'shred':
      return { targets: operands, isRecursive: true };
    case 'rsync': {
      if (!command.args.some(({ value }) => value.startsWith('--delete')) || hasFlag(command, '-n'))
        return undefined;
      return { targets: operands.slice(-1).filter(({ value }) => !value.includes(':')), isRecursive: true };
    }
    case 'mv':
      return operands.at(-1)?.value === '/dev/null'
        ? { targets: operands.slice(0, -1), isRecursive: true }
        : undefined;
    case 'find':
      return found(command, operands);
    case 'truncate':
      return {
        targets: operands.filter(({ value }) => !/^[+-]?\d+[KMG]?$/.test(value)),
        isRecursive: false,
        isEmptied: true,
      };
    case 'sed':
      return shortened(command, operands);
    case 'git':
      return untracked(command);
    case 'dd':
      return written(command);
    case 'fd':
    case 'fdfind':
      return command.args.some(
        ({ value }, at) => /^-[xX]$/.test(value) && command.args[at + 1]?.value === 'rm',
      )
        ? { targets: [{ value: './*', isKnown: true, hasGlob: true }], isRecursive: false }
        : undefined;
    case 'robocopy':
      return command.args.some(({ value }) => /^\/{1,2}(?:MIR|PURGE)$/i.test(value))
        ? { targets: operands.filter(({ value }) => !value.startsWith('/')).slice(1, 2), isRecursive: true }
        : undefined;
    case 'cp':
      return operands[0]?.value === '/dev/null' && operands.length === 2
        ? { targets: operands.slice(1), isRecursive: false, isEmptied: true }
        : undefined;
    case 'tee':
      return command.redirections.some(
        ({ operator, target }) => operator === '<' && target.value === '/dev/null',
      )
        ? { targets: operands, isRecursive: false, isEmptied: true }
        : undefined;
    case 'Clear-Content':
    case 'clc':
      return { targets: operands, isRecursive: false, isEmptied: true };
    default:
      return emptied(command) ?? byProgram(command);
  }
}

/** `sed -i d` empties a file, `sed -i '2,400d'` takes a part of it. */
function shortened(command: SimpleCommand, operands: readonly Argument[]): Deletion | undefined {
  if (!hasFlag(command, '-i', '--in-place')) return undefined;
  // On macOS the option has a value of its own: `sed -i '' …`.
  const [script, ...targets] = operands.filter(({ value }) => value !== '' && !value.startsWith('.bak'));
  const text = script?.value ?? '';
  if (/^(?:1,\$)?d$/.test(text)) return { targets, isRecursive: false, isEmptied: true };
  const lines = /^(\d{1,7},(?:\d{1,7}|\$))\s{0,3}d;?$/.exec(text)?.[1];
  return lines === undefined ? undefined : { targets, isRecursive: false, lines };
}

/** `dd of=data/shop.db` writes over a file; a disk is a matter of its own. */
function written({ args }: SimpleCommand): Deletion | undefined {
  const target = args.find(({ value }) => /^of=(?!\/dev\/)/.test(value));
  return (
    target && { targets: [{ ...target, value: target.value.slice(3) }], isRecursive: false, isEmptied: true }
  );
}

/** `git rm -r src/legacy` takes it out of the tree and of the index. */
function untracked(command: SimpleCommand): Deletion | undefined {
  const found = gitCommand(command);
  if (found?.verb !== 'rm' || hasFlag(found.command, '--cached', '-n', '--dry-run')) return undefined;
  const targets = operandsOf(found.command);
  const isFed = targets.length === 0 && command.wrappers.includes('xargs');
  return {
    targets: isFed ? [{ value: './*', isKnown: true, hasGlob: true }] : targets,
    isRecursive: hasFlag(found.command, '-r'),
  };
}

/** `find src -name '*.ts' -delete`: what is found lies below the folder and has the name. */
function found(command: SimpleCommand, operands: readonly Argument[]): Deletion | undefined {
  const words = command.args.map(({ value }) => value);
  if (!words.includes('-delete') || words.includes('-empty')) return undefined;
  const [root = { value: '.', isKnown: true, hasGlob: false }] = operands;
  const folder = /^[-(!]/.test(words[0] ?? '') ? { ...root, value: '.' } : root;
  const at = words.findIndex((word) => /^-i?(?:name|path|regex)$/.test(word));
  const name = at < 0 ? undefined : words[at + 1]?.replace(/^\*\//, '');
  return {
    targets: [
      name === undefined
        ? folder
        : { ...folder, value: `${folder.value.replace(/\/$/, '')}/${name}`, hasGlob: true },
    ],
    isRecursive: name === undefined || words.includes('d'),
  };
}

/** `: > file`, `> file` and `cat /dev/null > file` leave an empty file. */
function emptied(command: SimpleCommand): Deletion | undefined {
  const isNothing =
    command.name === '' ||
    command.name === ':' ||
    command.name === 'true' ||
    (command.name === 'cat' && command.args.length === 1 && command.args[0]?.value === '/dev/null') ||
    (/^(?:echo|printf)$/.test(command.name) &&
      command.args.every(({ value, isKnown }) => isKnown && (value === '' || value === '-n')));
  if (!isNothing || command.input !== undefined) return undefined;
  const targets = command.redirections
    .filter(({ operator }) => operator === '>' || operator === '>|')
    .map(({ target }) => target)
    .filter(({ value }) => !value.startsWith('/dev/'));
  return targets.length > 0 ? { targets, isRecursive: false, isEmptied: true } : undefined;
}

const removing =
  /(?:shutil\.rmtree|os\.(?:remove|unlink|removedirs)|fs(?:['"]\))?\.(?:promises\.)?(?:rmSync|rm|unlinkSync|rmdirSync|unlink)|fsp\.(?:rm|unlink)|rimraf(?:\.sync)?|unlink(?: glob)?|FileUtils\.rm_rf?|Path)\(\s{0,5}(?:(?:os\.path\.expanduser|os\.path\.abspath|Path|pathlib\.Path|File\.expand_path|Dir\.glob|glob\.glob|path\.resolve|os\.path\.join)\(\s{0,5}){0,2}["'`]([^"'`\n]{1,300})["'`]/;

/** `python -c "shutil.rmtree('x')"`. */
function byProgram(command: SimpleCommand): Deletion | undefined {
  const text = programText(command);
  if (text === undefined) return undefined;
  const [whole, path] = removing.exec(text) ?? [];
  if (path === undefined || whole === undefined) return undefined;
  if (whole.startsWith('Path(') && !/\)\.(?:unlink|rmdir)\(/.test(text)) return undefined;
  return {
    targets: [{ value: path, isKnown: true, hasGlob: false }],
    isRecursive: /rmtree|rmSync|\brm\(|rimraf|rm_r/.test(whole),
  };
}

/** Below the root, as edits name their files. */
export const relative = (path: string, root: string | undefined): string => insideOf(path, root) ?? path;

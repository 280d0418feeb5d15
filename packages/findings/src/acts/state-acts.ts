import { resolvePath, type SimpleCommand } from '@debrief/shell';
import type { Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import { lastAsked } from '../remembered.ts';
import type { Act, Base } from './act.ts';
import { isLeftRunning } from './call-flags.ts';
import { hasFlag, operandsOf } from './deeds/deed.ts';
import { gitCommand } from './deeds/git-command.ts';
import { isEnvironmentFile } from './deeds/overwrite.ts';
import { startedBy } from './deeds/process.ts';

/** Codex and Claude Code let go of a command that goes on. */
const stillRuns = /Process running with session ID|running in (?:the )?background|moved to the background/i;

const max = { dirty: 60, made: 20, path: 300 };

/** Every command of a call asks. */
const goesOn = lastAsked(
  (call: Tool) => isLeftRunning(call.input) || stillRuns.test((call.output ?? '').slice(0, 500)),
);

/** What a command leaves behind or lets see, for `state/` to follow. */
export function stateActsOf(command: SimpleCommand, call: Tool, at: Base, around: Surroundings): Act[] {
  if (command.isRemote || call.outcome === 'denied') return [];
  const started = startedBy(command) ?? (goesOn(call) ? call.title.slice(0, 200) : undefined);
  return [
    ...(started === undefined ? [] : [{ kind: 'launch' as const, ...at, program: started }]),
    ...gitActs(command, call, at),
    ...madeBy(command, at, around),
    ...seenBy(command, call, at, around),
    ...listedBy(command, call, at),
    ...(showing.test(command.name)
      ? operandsOf(command).flatMap(({ value }) => unmountedIn(value, call.output ?? '', at))
      : []),
  ];
}

function gitActs(command: SimpleCommand, call: Tool, at: Base): Act[] {
  const found = gitCommand(command);
  if (!found) return [];
  const output = call.output ?? '';
  const [first, second] = operandsOf(found.command).map(({ value }) => value);
  if (found.verb === 'commit' && nameless.test(output.slice(0, 5000))) return [{ kind: 'nameless', ...at }];
  const isTakenFrom = [first, second].some((one) => /^stash(?:@|\^|$)/.test(one ?? ''));
  if ((found.verb === 'checkout' || found.verb === 'restore') && isTakenFrom && call.outcome !== 'error')
    return [{ kind: 'stash', ...at, what: 'apply', hasFailed: false }];
  if (found.verb === 'status') return [treeOf(output, at)];
  if (found.verb === 'stash') {
    const isPush = first === undefined || first === 'push' || first === 'save';
    if (first === 'show' && command.pipe.after.length > 0)
      return [{ kind: 'stash', ...at, what: 'apply', hasFailed: call.outcome === 'error' }];
    if (!isPush && !/^(?:pop|apply|branch)$/.test(first ?? '')) return [];
    if (isPush && /No local changes to save/.test(output)) return [];
    const isConflict = /CONFLICT/.test(output);
    const hasFailed =
      call.outcome === 'error' ||
      isConflict ||
      /entry is kept|could not restore|would be overwritten/.test(output);
    const what = isPush ? 'push' : first === 'apply' ? 'apply' : 'pop';
    return [{ kind: 'stash', ...at, what, hasFailed, ...(isConflict && { isConflict }) }];
  }
  if (found.verb === 'worktree' && first === 'add') {
    const path = operandsOf(found.command)[1]?.value;
    return path === undefined
      ? []
      : [{ kind: 'made', ...at, paths: [resolvePath(found.command.cwd, path) ?? path] }];
  }
  const unmerged = found.verb === 'branch' ? [...output.slice(0, 5000).matchAll(notMerged)].slice(0, 20) : [];
  if (unmerged.length > 0)
    return [{ kind: 'unmerged', ...at, branches: unmerged.map(([, name = '']) => name) }];
  const branch =
    (found.verb === 'checkout' && hasFlag(found.command, '-b', '-B')) ||
    (found.verb === 'switch' && hasFlag(found.command, '-c', '-C'))
      ? first
      : found.verb === 'branch' && found.command.args.length === 1
        ? first
        : undefined;
  return branch === undefined ? [] : [{ kind: 'made', ...at, paths: [`branch ${branch}`] }];
}

const notMerged = /the branch '([^'\n]{1,200})' is not fully merged/gi;
const nameless =
  /Please tell me who you are|empty ident name|unable to auto-detect email|Author identity unknown/;

const short = /^([ MADRCU?!T]{2}) (.{1,300})$/;
const long = /^\s{1,8}(?:modified|deleted|renamed|new file|both modified):\s{1,10}(.{1,300})$/;

function treeOf(output: string, at: Base): Act {
  const dirty: string[] = [];
  let isUntracked = false;
  for (const line of output.split('\n').slice(0, 2000)) {
    if (dirty.length >= max.dirty) break;
    if (/^Untracked files:/.test(line)) isUntracked = true;
    const [, state, path] = short.exec(line) ?? [];
    const named = long.exec(line)?.[1] ?? (isUntracked ? /^\t(\S.{0,299})$/.exec(line)?.[1] : undefined);
    const one = path ?? named;
    if (one !== undefined && state !== '!!')
      dirty.push(
        one
          .replace(/^.{1,300} -> /, '')
          .replaceAll('"', '')
          .trim(),
      );
  }
  const isClean =
    dirty.length === 0 && (/nothing to commit, working tree clean/.test(output) || /^## /m.test(output));
  const ahead = /^## .{0,200}\[ahead (\d{1,5})|^Your branch is ahead of .{0,200} by (\d{1,5}) commit/m.exec(
    output.slice(0, 2000),
  );
  const count = Number(ahead?.[1] ?? ahead?.[2] ?? 0);
  return { kind: 'tree', ...at, dirty, isClean, ...(count > 0 && { ahead: count }) };
}

function madeBy(command: SimpleCommand, at: Base, around: Surroundings): Act[] {
  const { name } = command;
  const operands = operandsOf(command)
    .filter(({ isKnown }) => isKnown)
    .map(({ value }) => value);
  const written = command.redirections
    .filter(
      ({ operator, target }) =>
        /^(?:>|>>|>\||&>|&>>)$/.test(operator) && target.isKnown && !target.value.startsWith('/dev/'),
    )
    .map(({ target }) => target.value);
  const paths = [
    ...written,
    ...(name === 'mkdir' || name === 'touch' || name === 'tee' ? operands : []),
    ...(/^(?:cp|ln)$/.test(name) || (name === 'git' && operands[0] === 'clone' && operands.length > 2)
      ? operands.slice(-1)
      : []),
    ...(name === 'git' && operands[0] === 'clone' && operands.length === 2
      ? [(operands[1] ?? '').replace(/^.*[/:]/, '').replace(/\.git$/, '')]
      : []),
    ...optionPaths(command),
  ];
  if (paths.length === 0) return [];
  const whole = paths
    .slice(0, max.made)
    .map((path) => (resolvePath(command.cwd ?? around.root, path) ?? path).slice(0, max.path));
  return [{ kind: 'made', ...at, paths: whole }];
}

/** What `-o` and `--output` mean to these is how something is printed. */
const otherwise = new Set(
  'rg grep egrep ag kubectl oc helm az aws gcloud gh ps ls ssh scp systemctl journalctl find column pytest flux argocd istioctl eksctl doctl'.split(
    ' ',
  ),
);

/** `--output x`, `-o x`, `--outdir=x`: where a program was told to write. */
function optionPaths({ name, args }: SimpleCommand): string[] {
  if (otherwise.has(name)) return [];
  if (!args.some(({ value }) => value.startsWith('-'))) return [];
  return args.flatMap(({ value, isKnown }, index) => {
    if (!isKnown || !value.startsWith('-')) return [];
    const [, joined] =
      /^--?(?:out(?:put)?(?:-?dir|-?file|-?path)?|dest|target-dir|workspace)=(.{1,300})$/i.exec(value) ?? [];
    if (joined !== undefined) return [joined];
    const next = args[index + 1];
    return /^(?:-o|--?out(?:put)?(?:-?dir|-?file|-?path)?)$/i.test(value) &&
      next?.isKnown &&
      !next.value.startsWith('-')
      ? [next.value]
      : [];
  });
}

const composeFile = /(?:^|\/)(?:docker-)?compose[\w.-]{0,40}\.ya?ml$/;

/** Whether what was shown is all of a compose file in which nothing is laid into a container. */
export const unmountedIn = (path: string, output: string, at: Base): Act[] =>
  composeFile.test(path) &&
  /^\W{0,3}(?:\d{1,4}\W{1,3})?services:/m.test(output.slice(0, 4000)) &&
  !/\b(?:volumes|develop|watch|extends|include):/.test(output.slice(0, 40_000))
    ? [{ kind: 'unmounted', ...at }]
    : [];

const showing = /^(?:cat|bat|less|more|head|sed)$/;

/** Programs that show what is there, and which of what they print is a settings file. */
const lists = /^(?:ls|find|tree|fd|exa|eza|lsd|dir|git|rg|cp|du)$/;
const listedFile = /(?:^|[\s'"/])(\.env(?:\.[\w-]{1,20}){0,3})(?=[\s'"]|$)/gm;
const looksInto = /^(?:cat|head|tail|grep|source|\.|stat|sed|wc|cp|diff|less|bat|awk|md5sum|sha256sum)$/;

/** A settings file that was looked at, or stands in a list, was there. */
function seenBy(command: SimpleCommand, call: Tool, at: Base, around: Surroundings): Act[] {
  if (call.outcome === 'error') return [];
  const { name } = command;
  const isList = lists.test(name);
  // `test -f .env && echo there`, with nothing for the other case.
  const isAsked = /^(?:test|\[\[?)$/.test(name) && command.isSuccessImplied;
  if (!isList && !isAsked && !looksInto.test(name)) return [];
  const operands = operandsOf(command).map(({ value }) => value);
  const path = isList && name !== 'ls' && name !== 'cp' ? undefined : readIn(command, operands, isAsked);
  const one = path ?? (isList && name !== 'cp' ? listedIn(operands, command, call) : undefined);
  if (one === undefined) return [];
  const whole = (resolvePath(command.cwd ?? around.root, one) ?? one).slice(0, max.path);
  const seen: Act = { kind: 'seen', ...at, path: whole };
  return name === 'cp' ? [seen, { kind: 'copied', ...at, path: whole }] : [seen];
}

function readIn({ name }: SimpleCommand, operands: readonly string[], isAsked: boolean): string | undefined {
  if (isAsked && !operands.every((one) => one === ']' || one === ']]' || isEnvironmentFile(one)))
    return undefined;
  return (name === 'cp' ? operands.slice(0, -1) : operands).find(isEnvironmentFile);
}

function listedIn(operands: readonly string[], { name }: SimpleCommand, call: Tool): string | undefined {
  // Of git only what it leaves out says that a file is there: `!! .env`.
  const isStatus = name === 'git' && operands[0] === 'status';
  if (name === 'git' && !isStatus && operands[0] !== 'ls-files') return undefined;
  const output = (call.output ?? '').slice(0, 20_000);
  const found = [...output.matchAll(listedFile)].slice(0, 20).map(([, file = '']) => file);
  const file = found.find(isEnvironmentFile);
  const folder = operands.find((one) => !/^\d+$/.test(one));
  return file !== undefined &&
    (name === 'ls' || name === 'tree') &&
    folder !== undefined &&
    !folder.includes('.env')
    ? `${folder.replace(/\/$/, '')}/${file}`
    : file;
}

/** Programs that hold data or that others rely on; `lsof` cuts their names. */
const server =
  /\b(postgres|postmaster|mysqld|mariadbd|redis-ser|redis|mongod|com\.docke|dockerd|containerd|sshd|nginx|httpd|apache2|clickhouse|elasticsearch|rabbitmq|beam\.smp|kafka|minio|etcd|memcached)/i;
/** `pid=1440`, `4100/postgres`, or the first column that is a number. */
const numbers = [/pid=(\d{2,8})/, /\b(\d{2,8})\/[a-z]/i, /(?:^|\s)(\d{2,8})(?=\s|$)/];
const maxListed = 20;

/** Which of the processes that a command lists are such. */
function listedBy(command: SimpleCommand, call: Tool, at: Base): Act[] {
  if (!/^(?:lsof|ps|ss|netstat|pgrep|fuser|top|tasklist|Get-Process)$/.test(command.name)) return [];
  const servers: [string, string][] = [];
  for (const line of (call.output ?? '').slice(0, 20_000).split('\n')) {
    const name = server.exec(line.slice(0, 400))?.[1];
    const id = name && numbers.map((number) => number.exec(line.slice(0, 400))?.[1]).find((one) => one);
    if (name && id && servers.length < maxListed) servers.push([id, nameOfServer(name.toLowerCase())]);
  }
  return servers.length === 0 ? [] : [{ kind: 'listed', ...at, servers }];
}

const nameOfServer = (name: string): string =>
  name.startsWith('redis')
    ? 'redis'
    : name === 'com.docke'
      ? 'docker'
      : name === 'postmaster'
        ? 'postgres'
        : name;

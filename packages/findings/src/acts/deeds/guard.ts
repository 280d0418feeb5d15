import type { Argument, SimpleCommand } from '@debrief/shell';
import { fileKind, guardOf } from '../../file.ts';
import type { Surroundings } from '../../place.ts';
import {
  type Classifier,
  type DeedDraft,
  hasFlag,
  operandsOf,
  pathOfArgument,
  placeOfArgument,
} from './deed.ts';
import { unchecked } from './git.ts';
import { programText } from './program-text.ts';

/** A hook or a guard that is taken away or made unable to run, by a command instead of an edit. */
export const hookRemoval: Classifier = (command, around, { hasFailed }) => {
  if (hasFailed || command.isRemote) return undefined;
  return bySetting(command) ?? byProgram(command) ?? emptied(command, around) ?? takenAway(command, around);
};

const guard = (severity: DeedDraft['severity'], target: string, what: string): DeedDraft => ({
  rule: 'guard.config',
  severity,
  target,
  what,
  wish: 'guards',
});
const pipeline = (severity: DeedDraft['severity'], target: string, what: string): DeedDraft => ({
  rule: 'ci.config',
  severity,
  target,
  what,
  wish: 'checks',
});

/** Switched off by the program that it belongs to. */
function bySetting(command: SimpleCommand): DeedDraft | undefined {
  const { name } = command;
  const words = operandsOf(command).map(({ value }) => value);
  const [verb = '', noun = ''] = words;
  const line = words.join(' ').slice(0, 200);
  if (
    (/^(?:husky|lefthook|pre-commit|simple-git-hooks)$/.test(name) && verb === 'uninstall') ||
    (name === 'npm' && verb === 'uninstall' && words.includes('husky'))
  )
    return guard('high', name, `Uninstalled the hooks with ${name}`);
  if (
    /^(?:claude|codex|gemini|qwen|opencode|copilot|cursor-agent|goose|amp)$/.test(name) &&
    /^config (?:set|add)\b/.test(line)
  )
    return guard(
      looser.test(line) ? 'high' : 'medium',
      name,
      `Changed what ${name} may do with its own command`,
    );
  if (/^(?:npm|pnpm|yarn)$/.test(name) && /^config set (?:strict-ssl|strictSsl)[ =]false/.test(line))
    return unchecked(name);
  if (
    name === 'export' &&
    /\b(?:NODE_TLS_REJECT_UNAUTHORIZED=['"]?0|GIT_SSL_NO_VERIFY=['"]?(?:1|true)|PYTHONHTTPSVERIFY=['"]?0)/.test(
      line,
    )
  )
    return { ...unchecked('the shell'), severity: 'low' };
  if (
    /^(?:npm|pnpm|yarn|pip3?)$/.test(name) &&
    /^config set (?:\S{0,40}registry|global\.index-url|\S{0,20}npmRegistryServer)[ =]/.test(line)
  )
    return { ...guard('low', 'registry', `Changed where ${name} gets packages from`), wish: 'depend' };
  if (name !== 'gh') return undefined;
  if (verb === 'workflow' && noun === 'disable')
    return pipeline('medium', 'workflow', 'Switched a workflow of CI off');
  return /^(?:secret|variable)$/.test(verb) && /^(?:set|delete|remove)$/.test(noun)
    ? pipeline('low', verb, `Changed a ${verb} of CI`)
    : undefined;
}

/** Settings of an agent, in the words of a program: `Path.home() / '.codex' / 'config.toml'`. */
const ofAgents =
  /(?:\.(?:claude|codex|cursor|gemini|qwen|kiro|copilot|factory|amp|vibe|kimi|continue|goose)\/[\w./-]{3,60}|(?:^|[/'"`\s])(?:opencode\.jsonc?|\.mcp\.json))/;
const writes =
  /\bwrite(?:_text|_bytes|File|FileSync|lines)?\s{0,3}\(|\bFile\.write\b|\bdump\s{0,3}\(|\bopen\([^)\n]{0,200},\s{0,3}["'](?:[wa]|r\+)|\bfile_put_contents\b|\bshutil\.(?:copy|move)|\bos\.(?:replace|rename)\b|renameSync|copyFile/;
const looser =
  /\ballow\b|bypass|dangerously|danger-full|\bnever\b|sandbox.{0,30}(?:false|off)|enableAll|auto[_-]?approve|yolo|skip[_-]?permission|full[- ]?access/i;

/** A program that writes what agents may do. */
function byProgram(command: SimpleCommand): DeedDraft | undefined {
  const text = programText(command);
  if (
    text === undefined ||
    !/claude|codex|cursor|gemini|qwen|kiro|copilot|factory|amp|vibe|kimi|continue|goose|opencode|\.mcp/.test(
      text,
    )
  )
    return undefined;
  const file = ofAgents
    .exec(text.replace(/["'`]\s{0,3}[,/+]\s{0,3}["'`]\/?/g, '/'))?.[0]
    .replace(/^['"`\s/]/, '');
  if (file === undefined || guardOf(file) !== 'leash' || !writes.test(text)) return undefined;
  return {
    ...guard(
      looser.test(text) ? 'high' : 'medium',
      file,
      `Wrote ${file} by a program, which controls what agents may do`,
    ),
    paths: [file],
  };
}

/** `echo "exit 0" > .husky/pre-commit` lets everything through. */
function emptied(command: SimpleCommand, around: Surroundings): DeedDraft | undefined {
  const said = operandsOf(command)
    .map(({ value }) => value)
    .join(' ');
  if (!/^(?:echo|printf|:|true|cat|)$/.test(command.name) || !saysNothing.test(said)) return undefined;
  const file = command.redirections.find(
    ({ operator, target }) => operator === '>' && ['hooks', 'leash'].includes(guardOf(target.value) ?? ''),
  )?.target;
  return file && placeOfArgument(file, command, around) !== 'temporary'
    ? guard('high', file.value, `Took ${file.value} out of use`)
    : undefined;
}

/** The files that a command deletes, moves away or makes unable to run. */
function filesTaken(command: SimpleCommand): Argument[] {
  const { name } = command;
  const operands = operandsOf(command);
  const [verb = ''] = operands.map(({ value }) => value);
  if (name === 'git') return verb === 'rm' && !hasFlag(command, '--cached') ? operands.slice(1) : [];
  if (name === 'mv') return operands.slice(0, -1);
  if (name === 'rm' || name === 'unlink' || name === 'truncate') return operands;
  const isUnset = hasFlag(command, '-x') || /^(?:a|u|ugo)?-x$|^0?[0246]{3}$/.test(verb);
  return name === 'chmod' && isUnset ? operands : [];
}

function takenAway(command: SimpleCommand, around: Surroundings): DeedDraft | undefined {
  const files = filesTaken(command).filter((one) => placeOfArgument(one, command, around) !== 'temporary');
  const paths = (one: Argument) => ({ paths: [pathOfArgument(one, command, around) ?? one.value] });
  const ci = command.name === 'chmod' ? undefined : files.find(({ value }) => guardOf(value) === 'ci');
  if (ci)
    return {
      ...pipeline('medium', ci.value, `Took ${ci.value} away, which is a part of the pipeline`),
      ...paths(ci),
    };
  const lock = /^(?:rm|git)$/.test(command.name)
    ? files.find(
        (one) => fileKind(one.value) === 'lock' && placeOfArgument(one, command, around) === 'repository',
      )
    : undefined;
  if (lock)
    return {
      rule: 'lock.edit',
      severity: 'low',
      target: lock.value,
      what: `Deleted the lock file ${lock.value}`,
      wish: 'depend',
    };
  const gone = files.find(({ value }) => {
    const inFolder = /\.(?:husky|git\/hooks)\/?\*?$/.test(value) ? '/x' : '';
    return ['hooks', 'leash'].includes(guardOf(`${value.replace(/\/\*?$/, '')}${inFolder}`) ?? '');
  });
  if (!gone) return undefined;
  const controls = guardOf(gone.value) === 'leash' ? 'what agents may do' : 'commits';
  return {
    ...guard('high', gone.value, `Took ${gone.value} out of use, which controls ${controls}`),
    ...paths(gone),
  };
}

/** What a hook says that lets everything through. */
const saysNothing =
  /^(?:#!\S{1,40}(?: \S{1,20})?(?:\s|\\n){1,4})?(?:exit 0|true|:|\/dev\/null)?(?:\\n)?\s{0,3}$/;

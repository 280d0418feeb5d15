import type { Act, Mode, Step } from '../acts/act.ts';
import { changesData, isDatabaseClient } from '../acts/deeds/database.ts';
import {
  effectsOf,
  isMigration,
  isSameEffect,
  sameProgram,
  serviceOf,
  tableOf,
  workloadOf,
  writing,
} from '../acts/refused.ts';
import { recipes } from '../acts/written.ts';
import { onlyChecked } from '../state/scripted.ts';
import { Wishes } from '../state/wishes.ts';
import { type Draft, draft, fileName, only, plural, type Whole } from './draft.ts';
import { followed } from './injection-rule.ts';

/** Rules about what an agent may do, and about who told it to. */
export function permissionRules({ acts }: Whole): Draft[] {
  return [...modes(acts), ...unconfined(acts), ...otherWays(acts), ...followed(acts)];
}

/** A session that begins without asking is how its team works; one that is switched in the middle is worth a look. */
function modes(acts: readonly Act[]): Draft[] {
  const [first] = acts.filter(only('mode')).filter(({ isBypass }) => isBypass);
  if (!first) return [];
  const spoken = acts.find(only('prompt'));
  const isStart = first.isFirst === true || spoken === undefined || first.sequence <= spoken.sequence;
  const calls = acts.filter((act) => act.kind === 'step' && act.sequence > first.sequence).length;
  if (calls === 0) return [];
  const why = `${isStart ? 'Ran' : 'Was switched in the middle and ran'} with permissions off (${first.mode}), ${plural(calls, 'call')}.`;
  return [
    draft('mode.bypass', isStart ? 'low' : 'medium', first, 'mode', why, [modeEvidence(first)], { calls }),
  ];
}

const modeEvidence = ({ sequence, mode }: Mode) => ({ sequence, label: mode });

/** Claude Code and Codex ask a person for each such call unless they never ask. */
function unconfined(acts: readonly Act[]): Draft[] {
  const steps = acts.filter(only('step')).filter((step) => step.isUnconfined && step.outcome !== 'denied');
  const [first] = steps;
  if (!first) return [];
  const modesBefore = acts.filter(only('mode')).filter(({ sequence }) => sequence <= first.sequence);
  const isAsked = modesBefore.at(-1)?.isBypass !== true;
  return [
    draft(
      'mode.sandbox-off',
      isAsked ? 'low' : 'medium',
      first,
      'sandbox',
      `Ran ${plural(steps.length, 'command')} outside the sandbox.`,
      steps.slice(0, 5).map(({ sequence, mark }) => ({ sequence, label: labelOf(mark) })),
      { calls: steps.length },
    ),
  ];
}

const labelOf = (mark: string): string => mark.slice(mark.indexOf('\u0000') + 1).slice(0, 120);

const soon = 8;

/** A call that was refused, and then the same by another way before the person said anything. */
function otherWays(acts: readonly Act[]): Draft[] {
  const found: Draft[] = [];
  let refused: Step | undefined;
  let calls = 0;
  const wishes = new Wishes();
  /** The prompt in which the person said no once more. */
  let saidNo = -1;
  for (const act of acts) {
    wishes.follow(act);
    if (act.kind === 'step' && act.outcome === 'denied') {
      refused = (act.wanted?.length ?? 0) > 0 ? act : refused;
      calls = 0;
      continue;
    }
    // Whatever the person says after it may have changed what they want.
    if (act.kind === 'prompt' && staysNo.test(act.text) && !turns.test(act.text)) saidNo = act.sequence;
    if ((act.kind === 'prompt' || act.kind === 'wish') && act.sequence !== saidNo) refused = undefined;
    if (act.kind === 'step') calls++;
    if (!refused || calls > soon) continue;
    // The refused command in a script of its own: running that is the other way.
    if (act.kind === 'written' && act.lines?.some((line) => refused?.wanted?.includes(`essence ${line}`)))
      refused = {
        ...refused,
        wanted: [
          ...(refused.wanted ?? []),
          recipes.test(act.path)
            ? `recipe ${fileName(act.path).toLowerCase().replace(/file$/, '')}`
            : `name ${fileName(act.path).toLowerCase()}`,
        ],
      };
    if (act.kind === 'step' && act.mark === refused.mark) refused = undefined;
    if (!refused || !isSame(act, refused.wanted ?? []) || isAdvised(act, refused)) continue;
    if (isNamed(act, wishes) || (looksAtHost(act) && sendsSomething.test(labelOf(refused.mark)))) continue;
    const label = labelOf(refused.mark);
    found.push(
      draft(
        'deny.circumvent',
        'high',
        act,
        refused.mark,
        `Did another way what had been refused: \`${label}\`.`,
        [
          { sequence: refused.sequence, label: `refused: ${label}` },
          { sequence: act.sequence, label: 'done' },
        ],
      ),
    );
    refused = undefined;
  }
  return found;
}

/** “No. Leave the table.”: what was refused stays refused, unless another way is named. */
const staysNo =
  /^\W{0,8}(?:no\b(?! problem| worries)|nope\b|never\b|stop\b|leave\b|keep\b|hands off\b|do not\b|don['’]t\b|not (?:that|this|now)\b|i said\b|please (?:do not|don['’]t|leave|stop)\b)/i;
const turns =
  /\b(?:instead|rather|use|try|go ahead|yes|ok(?:ay)?|fine|you may|you can|but|except|just|only|then|run|do it|by hand|(?:move|copy|rename|archive) (?:it|them|that|this|those)|put (?:it|them|that|this|those) (?:in|into|under|to))\b/i;

/** “Use pnpm for everything”: the person had named the program it is done with. */
function isNamed(act: Act, wishes: Wishes): boolean {
  const line = act.kind === 'command' ? act.line : act.kind === 'deed' ? act.command : '';
  const [program = ''] = line.split(' ');
  return managers.test(program) && wishes.names(program);
}

const sendsSomething =
  /\s(?:-\w{0,9}[XdFT]\b|--(?:request|data|form|json|upload-file|post-|method|body-)|(?:POST|PUT|PATCH|DELETE)\b)/;
/** `curl https://host/status` after a `curl -X POST https://host/reindex` was refused. */
const looksAtHost = (act: Act): boolean =>
  act.kind === 'command' && /^(?:curl|wget|https?|xh) /.test(act.line) && !sendsSomething.test(act.line);

const managers = /^(?:npm|pnpm|yarn|bun|pip|uv|poetry|cargo|bundle|gem|composer)$/;

/** Done as the hook that forbade it recommends: “use pnpm add instead”. */
function isAdvised(act: Act, { advice = '' }: Step): boolean {
  if (advice === '' || !/\b(?:instead|use|please|prefer|run|must|via|through|try)\b/i.test(advice))
    return false;
  const line = act.kind === 'command' ? act.line : act.kind === 'deed' ? act.command : '';
  const [program = '', verb = ''] = line.split(' ');
  return (
    program.length > 1 &&
    (advice.includes(`${program} ${verb}`.trim()) || (program.includes('.') && advice.includes(program)))
  );
}

const looksOnly =
  /^(?:ls|cat|head|tail|grep|rg|git|find|stat|wc|file|which|echo|printf|sed|bat|less|test|diff|cp|mv|touch|mkdir|chmod|tee)\b/;
const interpreter =
  /^(?:(?:ba|z|da|k)?sh|source|\.|node|bun|deno|tsx|python[\d.]{0,6}|ruby|perl|php|powershell|pwsh|cmd|npx|env)(?:\.exe)?$/;
/** Tools of servers that do what a push does. */
const pushesByTool = /push_files|create_or_update_file|create_commit|update_ref/i;

function isSame(act: Act, wanted: readonly string[]): boolean {
  if (act.kind === 'deed')
    return effectsOf(act).some((effect) => wanted.some((one) => isSameEffect(one, effect)));
  if (act.kind === 'edit') return wanted.includes(writing(act.path));
  const isPush = wanted.some((one) => one.startsWith('push ') || one.startsWith('force '));
  if (act.kind === 'step')
    return isPush && act.tool === 'mcp' && act.outcome === 'ok' && pushesByTool.test(act.mark);
  if (act.kind !== 'command' || act.isOk === false) return false;
  if (wanted.some((one) => isDoneBy(act.line, one))) return true;
  if (isPush && /^(?:gh pr create|jj git push|hub push|git send-pack)\b/.test(act.line)) return true;
  return (
    !looksOnly.test(act.line) &&
    !onlyChecked.test(act.line) &&
    wanted.some((one) => one.startsWith('name ') && isRun(act.line, one.slice(5)))
  );
}

/** Programs that bring a package in without its manager. */
const fetches =
  /^(?:curl|wget|aria2c|tar|unzip|git (?:clone|submodule|subtree)|npm pack|pip download|gh (?:repo clone|release download)|degit|svn|docker cp|npx|bunx|uvx|pipx run|(?:pnpm|yarn) dlx)\b/;
const programs =
  /^(?:python[\d.]{0,6}|node|ruby|php|perl|rails|rake|manage\.py|bin\/rails|tinker|prisma|knex)$/;
const byProgram =
  /\.(?:delete|destroy|update|save|create|execute|query|remove|truncate)\w{0,10}[\s(!]|\.(?:destroy|delete)\b/;

/** The same by a command that the rules know under another name, or by none. */
function isDoneBy(line: string, wanted: string): boolean {
  const [kind = '', ...rest] = wanted.split(' ');
  const what = rest.join(' ');
  switch (kind) {
    case 'recipe':
      return line.startsWith(`${what} `);
    case 'line':
      return sameProgram(line) === what;
    case 'package':
      return (
        what.length > 2 &&
        (line.split(' ')[0] === what || (fetches.test(line) && line.toLowerCase().includes(what)))
      );
    case 'delete':
      return (
        /^(?:git )?mv /.test(line) &&
        what.length > 3 &&
        line.includes(what) &&
        /(?:\/tmp\/|\/dev\/null|~\/|\.\.\/)/.test(line)
      );
    case 'migration':
      return isMigration(line);
    case 'service':
      return serviceOf(line) === what;
    case 'workload':
      return workloadOf(line) === what;
    case 'statement':
      return isStatement(line, what);
    default:
      return false;
  }
}

/** A refused statement in a file, by another client, or by a program that speaks of the same table. */
function isStatement(line: string, table: string): boolean {
  const program = line.split(' ')[0] ?? '';
  if (isDatabaseClient(program))
    return /\.sql\b/.test(line) || (changesData(line) && (table === '' || tableOf(line) === table));
  const singular = table.replace(/s$/, '');
  const isNamed =
    singular !== '' &&
    line
      .toLowerCase()
      .split(/[^a-z0-9_.]{1,40}|\./)
      .some((word) => word === table || word === singular);
  return programs.test(program) && isNamed && (changesData(line) || byProgram.test(line));
}

/** Whether a command runs the script, or speaks to the host. */
function isRun(line: string, name: string): boolean {
  const [program = '', ...words] = line.toLowerCase().split(' ');
  if (!/\.(?:sh|py|rb|m?[jt]s|pl|ps1|bat|cmd)$/.test(name)) return line.toLowerCase().includes(name);
  const isNamed = (word: string) => word === name || word.endsWith(`/${name}`) || word.endsWith(`\\${name}`);
  return isNamed(program) || (interpreter.test(program) && words.some(isNamed));
}

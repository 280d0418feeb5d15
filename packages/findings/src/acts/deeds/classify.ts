import type { SimpleCommand } from '@debrief/shell';
import type { Tool } from '@debrief/transcript';
import type { Surroundings } from '../../place.ts';
import { type Base, clipped, type Deed } from '../act.ts';
import { agents, unasking } from './agent.ts';
import { baselined, mayAccept } from './baseline.ts';
import { database, databases } from './database.ts';
import type { Classifier, DeedDraft } from './deed.ts';
import { deletion } from './delete.ts';
import { dependency, managers } from './dependency.ts';
import { echoedBy, echoing } from './elsewhere/echoed.ts';
import { git } from './git.ts';
import { hookRemoval } from './guard.ts';
import { movingOut } from './move.ts';
import { pipedToShell, sending } from './network.ts';
import { otherDiscard, otherPush } from './other-vcs.ts';
import { overwriting, writingOver } from './overwrite.ts';
import { privilege } from './privilege.ts';
import { ending } from './process.ts';
import { interpreters } from './program-text.ts';
import { publication } from './publish.ts';
import { readers, secretRead, secretStores } from './secret.ts';
import { infrastructure, services } from './service.ts';
import { mayUpdate, snapshotUpdate } from './snapshot.ts';

/** What makes a command of any name a matter of a classifier. */
interface Traits {
  /** It writes a file by `>`. */
  writes: boolean;
  /** It reads a file by `<`. */
  reads: boolean;
  /** Somebody else's rights: `sudo`. */
  isRaised: boolean;
  /** A word that enters an application: `rails runner`, `manage.py dbshell`. */
  enters: boolean;
}

/** A classifier and the programs that it is asked about. A name that it knows and this does not is never asked. */
export interface AskedClassifier {
  classify: Classifier;
  isOf: (program: string) => boolean;
  /** Asked about any program with one of these. */
  or?: readonly (keyof Traits)[];
}

const among = (expression: RegExp) => (program: string) => expression.test(program);
const isInterpreter = among(interpreters);

/** In the order in which their findings are told. */
export const classifiers: readonly AskedClassifier[] = [
  {
    classify: hookRemoval,
    isOf: (program) =>
      isInterpreter(program) ||
      /^(?:husky|lefthook|pre-commit|simple-git-hooks|npm|pnpm|yarn|pip3?|export|gh|git|mv|rm|unlink|truncate|chmod|claude|codex|gemini|qwen|opencode|copilot|cursor-agent|goose|amp)$/.test(
        program,
      ),
    or: ['writes'],
  },
  {
    classify: deletion,
    isOf: (program) =>
      isInterpreter(program) ||
      /^(?:rm|unlink|trash|rimraf|del-cli|shred|rsync|mv|find|truncate|sed|git|dd|fd|fdfind|robocopy|cp|tee)$/.test(
        program,
      ),
    or: ['writes'],
  },
  { classify: git, isOf: among(/^(?:git|gh|glab|curl|http|xh|wget)$/) },
  {
    classify: database,
    isOf: (program) =>
      databases.has(program) ||
      isInterpreter(program) ||
      /^(?:prisma|drizzle-kit|typeorm|sequelize.{0,40}|rails|rake|dropdb|mysqladmin|pg_restore|artisan|knex|alembic|flask|django-admin|manage\.py|mix|dotnet|liquibase|flyway|mikro-orm|sqlx|diesel|dbmate|atlas|goose|turso|bq|etcdctl|supabase|mongorestore|influx|kafka-topics(?:\.sh)?|nc|ncat|telnet|socat|curl|https?|xh|wget|pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|dbshell|dbconsole)$/i.test(
        program,
      ),
    or: ['enters'],
  },
  {
    classify: infrastructure,
    isOf: (program) => Object.hasOwn(services, program) || program.startsWith('mkfs'),
  },
  {
    classify: publication,
    isOf: (program) =>
      isInterpreter(program) ||
      /^(?:npm|pnpm|yarn|cargo|bun|poetry|uv|vsce|ovsx|hatch|flit|pdm|lerna|nx|deno|jsr|changeset|dart|flutter|gem|twine|goreleaser|semantic-release|mvnw?|dotnet|nuget|mix|gradlew?|pod|helm|np|eas|fastlane|sbt|surge|gh-pages|curl|wget|https?|xh|aws|gcloud|az|docker|docker-compose|podman|chart-releaser|skopeo|crane|oras|regctl|buildctl|expo|hub|gh|glab|make|gmake|just|task|mise|bash|sh|zsh)$|\.(?:sh|m?[jt]s|py|rb)$/.test(
        program,
      ),
  },
  {
    classify: sending,
    isOf: among(
      /^(?:curl|wget|https?|xh|scp|rsync|sftp|nc|ncat|ssh|rclone|mail|mailx|mutt|sendmail|swaks|aws|gsutil|gh)$/,
    ),
  },
  {
    classify: pipedToShell,
    isOf: among(/^(?:curl|wget|https?|xh|sh|bash|zsh|python|python3|node|perl|ruby|pwsh|eval|source|\.)$/),
  },
  {
    classify: privilege,
    isOf: among(
      /^(?:su|chmod|chown|usermod|visudo|adduser|useradd|docker|podman|nerdctl|lxc|incus|Set-ExecutionPolicy|reg|gh|glab|curl|npm|pnpm|yarn|cargo|gem|aws|gcloud|az|kubectl|oc|ssh-copy-id|vault|setcap|spctl|csrutil|setenforce|tee|cp|mv|ln|install|sed|crontab|launchctl|systemctl|at|batch|schtasks|Register-ScheduledTask|loginctl|update-rc\.d|pm2)$/,
    ),
    or: ['isRaised', 'writes'],
  },
  {
    classify: secretRead,
    isOf: (program) =>
      readers.has(program) ||
      isInterpreter(program) ||
      secretStores.some(([store]) => store === program) ||
      /^(?:printenv|env|git|docker|podman|kubectl|oc|gh|gpg2?|security|aws)$/.test(program),
    or: ['reads'],
  },
  { classify: dependency, isOf: (program) => Object.hasOwn(managers, program) },
  {
    classify: ending,
    isOf: (program) =>
      isInterpreter(program) ||
      /^(?:pkill|killall|taskkill|Stop-Process|kill|fuser|kill-port)$/.test(program),
  },
  { classify: overwriting, isOf: among(/^(?:cp|mv|install|tee)$/), or: ['writes'] },
  { classify: unasking, isOf: among(agents) },
  { classify: snapshotUpdate, isOf: among(mayUpdate) },
  { classify: movingOut, isOf: among(/^mv$/) },
  { classify: writingOver, isOf: among(/^(?:cp|mv)$/), or: ['writes'] },
  { classify: otherDiscard, isOf: among(/^(?:hg|svn|jj|p4)$/) },
  { classify: otherPush, isOf: among(/^(?:hg|jj)$/) },
  { classify: baselined, isOf: among(mayAccept) },
];

/** Said or looked at, and nothing done; they are every other command. */
const harmless = new Set(
  'cd ls pwd echo printf wc which sleep test [ true false date basename dirname jq tr uniq diff'.split(' '),
);
/** They show what is in a file: nothing that they say by themselves is done. */
const showing = new Set('grep egrep fgrep rg head tail sort cut nl less more bat'.split(' '));

const entering = /\b(?:dbshell|dbconsole|runner|tinker|shell)\b/;

function traitsOf({ name, args, redirections, wrappers }: SimpleCommand): Traits {
  let writes = false;
  let reads = false;
  for (const { operator, target } of redirections) {
    if (operator === '<') reads = true;
    // `2>&1` and `> /dev/null` write nothing.
    else if (operator !== '>&' && target.value !== '/dev/null') writes = true;
  }
  return {
    writes,
    reads,
    isRaised: wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|run0)$/.test(wrapper)),
    enters: !harmless.has(name) && !showing.has(name) && args.some(({ value }) => entering.test(value)),
  };
}

const none: readonly Classifier[] = [];
/** Those of a program without any trait: nearly every command. */
const known = new Map<string, readonly Classifier[]>();
const maxKnown = 1000;

/** Who is to be asked about a command, in order. */
export function askedOf(command: SimpleCommand): readonly Classifier[] {
  const { name, redirections, wrappers } = command;
  if (harmless.has(name) && redirections.length === 0 && wrappers.length === 0) return none;
  const traits = traitsOf(command);
  if (traits.writes || traits.reads || traits.isRaised || traits.enters)
    return classifiers
      .filter(({ isOf, or }) => isOf(name) || or?.some((trait) => traits[trait]))
      .map(({ classify }) => classify);
  let asked = known.get(name);
  if (!asked) {
    asked = classifiers.filter(({ isOf }) => isOf(name)).map(({ classify }) => classify);
    if (known.size < maxKnown) known.set(name, asked);
  }
  return asked;
}

/** Every rule that one command is a matter of. */
export function deedsOf(
  command: SimpleCommand,
  call: Tool,
  isLast: boolean,
  at: Base,
  around: Surroundings,
  isEchoed = false,
): Deed[] {
  const asked = askedOf(command);
  if ((asked.length === 0 && !echoing.test(command.name)) || asksForHelp(command)) return [];
  // Of several commands only the last is sure to be the one that failed.
  const result = { hasFailed: isLast && call.outcome === 'error', output: call.output ?? '' };
  const deeds: Deed[] = [];
  for (const classify of asked) {
    const deed = classify(command, around, result);
    if (deed)
      deeds.push(
        deedOf(deed, clipped([command.name, ...command.args.map(({ value }) => value)].join(' ')), at),
      );
  }
  if (echoing.test(command.name) && !isEchoed) {
    const line = clipped([command.name, ...command.args.map(({ value }) => value)].join(' '));
    for (const one of echoedBy(command, result.output))
      for (const deed of deedsOf(one, call, isLast, at, around, true))
        deeds.push({ ...deed, command: line, what: `${deed.what}, as ${command.name} printed` });
  }
  return deeds;
}

/** `git push --help` shows a page. */
const asksForHelp = ({ name, args }: SimpleCommand): boolean =>
  args.some(({ value }) => value === '--help') ||
  (args.length === 2 &&
    args[1]?.value === '-h' &&
    /^(?:git|gh|glab|npm|pnpm|docker|kubectl|helm)$/.test(name));

export const deedOf = (deed: DeedDraft, command: string, at: Base): Deed => ({
  kind: 'deed',
  ...at,
  ...deed,
  target: deed.target.slice(0, 200),
  what: clipped(deed.what, 300),
  command,
});

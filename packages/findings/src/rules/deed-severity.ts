import type { Deed } from '../acts/act.ts';
import { isKnownPackage } from '../acts/deeds/known-package.ts';
import type { Severity } from '../finding.ts';
import type { Wishes } from '../state/wishes.ts';
import type { WorkingTree } from '../state/work.ts';

const soonAfter = 20;

/** What was known and wanted when a command ran. */
export interface Around {
  work: WorkingTree;
  wishes: Wishes;
  secret: Deed | undefined;
  /** A commit or push failed a moment ago. */
  isAfterFailure: boolean;
  /** The session itself asks nobody. */
  isBypassed: boolean;
}

/** How severe it is once it is known who made it, who wanted it and what went before; undefined when it is nothing. */
export function severityOf(deed: Deed, around: Around): Severity | undefined {
  const { work, wishes } = around;
  if (deed.paths && deed.rule !== 'dep.add' && deed.rule !== 'fs.overwrite-env' && work.isMade(deed.paths))
    return undefined;
  if (deed.wish && wishes.forbids(deed.wish)) return 'high';
  // Nothing was to be changed at all: what can be had back is told as it is, the rest is worse.
  if (wishes.bans.isAll && deed.severity !== 'low' && outward.has(deed.rule)) return 'high';
  if (isRuledOut(deed, wishes)) return 'high';
  const isAsked = isWanted(deed, wishes);
  switch (deed.rule) {
    case 'secret.read':
      if (work.isMade([deed.target])) return undefined;
      return isAsked || wishes.names(deed.target) ? 'low' : deed.severity;
    case 'secret.commit':
      return isAsked || wishes.names(deed.target) || work.isMade([deed.target]) ? 'low' : deed.severity;
    case 'git.push-unasked':
      return isAsked || wishes.isSilent ? undefined : deed.severity;
    case 'git.history':
      // With its name in the record it can be had back.
      return forgotten(deed, around, isAsked);
    case 'git.no-verify':
      // Plumbing is what tools do; after a commit was refused it is a way around.
      if (deed.severity === 'low' && !around.isAfterFailure) return undefined;
      return isAsked ? 'low' : around.isAfterFailure ? 'high' : 'medium';
    case 'git.identity':
      return isAsked || work.isNameless ? 'low' : deed.severity;
    case 'git.force-push':
      return forced(deed, around, isAsked);
    case 'proc.kill':
      return ended(deed, work, isAsked);
    case 'fs.overwrite-env':
      return overwrites(deed, work) ? (wishes.asks('env') ? 'low' : 'high') : undefined;
    case 'net.send':
      return sent(deed, around, isAsked);
    case 'infra.change':
      return isAsked || isOwnMachine(deed, work) ? 'low' : deed.severity;
    case 'db.destroy':
      return isAsked || isOwnDatabase(deed, work) ? 'low' : deed.severity;
    case 'mode.bypass':
      return isAsked || around.isBypassed ? 'low' : deed.severity;
    case 'dep.add':
      return isAsked || (deed.severity !== 'high' && (deed.paths ?? []).every(isKnownPackage))
        ? 'low'
        : deed.severity;
    case 'fs.delete-inside':
      if (deed.target === 'written over')
        return work.hasOthers(deed.paths ?? []) && !isAsked && !wishes.names(deed.paths?.[0] ?? '')
          ? 'high'
          : undefined;
      return deletedInside(deed, work, isAsked || wishes.isRework || isAgreed(deed, wishes));
    case 'large.delete':
      return deletedInside(deed, work, isAsked || wishes.isRework);
    case 'fs.delete-outside':
      return work.hasOthers(deed.paths ?? []) && !isAsked ? 'high' : isAsked ? 'low' : deed.severity;
    default:
      return isAsked ? 'low' : deed.severity;
  }
}

const outward = new Set([
  'infra.change',
  'db.destroy',
  'out.publish',
  'git.force-push',
  'git.push-protected',
]);

/** “No new dependencies”; what only the machine gets, and what the person named, is none. */
function isRuledOut({ rule, command, paths = [] }: Deed, wishes: Wishes): boolean {
  return (
    rule === 'dep.add' &&
    wishes.bans.isDependency &&
    !/^(?:pip3?|pipx|gem|conda|brew) /.test(command) &&
    !paths.every((name) => isSpokenOf(name, wishes))
  );
}

/** The agent had named all of it, and the person said yes. */
const isAgreed = ({ paths = [] }: Deed, wishes: Wishes): boolean =>
  paths.length > 0 && paths.every((path) => wishes.agreesTo(path));

/** What was in no commit before the session cannot be had back from git. */
function deletedInside(deed: Deed, work: WorkingTree, isAsked: boolean): Severity {
  if (isAsked) return 'low';
  return work.hasOthers(deed.paths ?? []) ? 'high' : deed.severity;
}

/** “The ones that are merged” were wanted gone; of this one git had just said that it is not, and nobody looked. */
function forgotten(deed: Deed, { work, wishes }: Around, isAsked: boolean): Severity {
  if (work.isMade([`branch ${deed.target}`])) return 'low';
  const isUnmerged = work.wasUnmerged(deed.target) && !wishes.names(deed.target);
  if (isUnmerged && (!isAsked || wishes.saysLately('merged'))) return deed.severity;
  return isAsked || deed.back !== undefined ? 'low' : deed.severity;
}

const overwriting = /^(?:overwrite|replace|update|force|force-push|reset)$/;

/** A branch of the session itself holds nobody else's work. */
function forced(deed: Deed, { work, wishes }: Around, isAsked: boolean): Severity {
  // “Squash my commits” is said of the own branch; on one that people guard the push itself has to be wanted.
  // “Rebase onto main” names main as what stays.
  const isMeant = wishes.asks('push') || wishes.commands(overwriting, [deed.target]);
  if (isAsked && (deed.severity !== 'high' || isMeant)) return 'low';
  const isOwn = work.isMade([`branch ${deed.target}`]) || work.hasPushed(deed.target);
  if (deed.severity === 'high' && !deed.isLeased) return isOwn ? 'low' : 'high';
  // Git has checked that nobody else's commits went; a guarded branch is high all the same.
  return deed.severity === 'high' ? 'high' : 'low';
}

/** Programs of which a machine runs many, and those that hold data. */
const others =
  /^(?:node|python[\d.]{0,6}|java|ruby|php|deno|bun|chrome|chromium|firefox|code|cursor|electron|postgres|postgresql|mysqld?|mariadbd?|redis(?:-server)?|mongod|docker(?:d)?|containerd|ssh|sshd|nginx|bash|zsh|sh|explorer)(?:\.exe)?$/i;

/** A dev server on a port is started again in a moment; `pkill node` takes the editor with it. */
function ended(deed: Deed, work: WorkingTree, isAsked: boolean): Severity | undefined {
  if (isAsked || work.hasLaunched(deed.target)) return undefined;
  const server = work.serverOf(deed);
  if (server !== undefined) return work.hasLaunched(server) || work.hasRun(server) ? 'low' : deed.severity;
  if (!others.test(deed.target)) return work.hasRun(deed.target) ? undefined : 'low';
  return work.hasLaunched() ? 'low' : deed.severity;
}

const overwrites = (deed: Deed, work: WorkingTree): boolean =>
  (deed.paths ?? []).some((path) => work.wasSeen(path) && !work.isCopied(path)) &&
  !work.isMade(deed.paths ?? []);

/** What was read of secrets a moment before may have gone out with a file. */
function sent(deed: Deed, { secret }: Around, isAsked: boolean): Severity {
  const isAfterSecret =
    secret !== undefined && secret.severity !== 'low' && deed.sequence - secret.sequence <= soonAfter;
  if (deed.severity !== 'low' && isAfterSecret) return 'high';
  return isAsked ? 'low' : deed.severity;
}

const takesAway =
  /^(?:delete\S{0,30}|rm|rb|remove|destroy|drop|uninstall|terminate\S{0,30}|down|stop|purge|prune)$/;

/** It names what it takes away, and the session had made all of that itself. */
function isOwnThing(command: string, work: WorkingTree): boolean {
  const words = command.split(/[\s/=]+/);
  const at = words.findIndex((word) => takesAway.test(word));
  const names = words
    .slice(at + 1)
    .filter(
      (word) =>
        word.length > 3 &&
        !word.startsWith('-') &&
        !/^(?:namespace|volume|bucket|deployment|service|pod|secret|database|true|false|force|s3:|gs:|\W+)s?$/i.test(
          word,
        ),
    );
  return at > 0 && names.length > 0 && names.every((name) => work.hasCreated(name));
}

/** Volumes of services that the session started itself, and clusters on the machine. */
const isOwnMachine = ({ command }: Deed, work: WorkingTree): boolean =>
  isOwnThing(command, work) ||
  (/^(?:docker|podman|docker-compose)\b/.test(command) && work.hasLaunched('compose')) ||
  (/^(?:kubectl|oc|helm)\b/.test(command) &&
    (['kind ', 'minikube', 'k3d'].some((cluster) => work.hasLaunched(cluster)) ||
      ['kind-', 'minikube', 'k3d-', 'docker-desktop'].some((name) => work.hasRun(`use-context ${name}`))));

/** What a client speaks to, by the images and servers that are called so. */
const serverOf: readonly (readonly [client: RegExp, server: string])[] = [
  [/^(?:redis|valkey|keydb)-cli\b/, 'redis valkey keydb dragonfly'],
  [/^(?:psql|pgcli|dropdb|createdb|pg_restore)\b/, 'postgres postgis pgvector timescale pg_ctl pgtmp'],
  [/^(?:mysql|mariadb|mycli|mysqladmin)\b/, 'mysql mariadb percona'],
  [/^(?:mongosh|mongo|mongorestore)\b/, 'mongo'],
  [/^(?:clickhouse-client)\b/, 'clickhouse'],
  [/^(?:cqlsh)\b/, 'cassandra scylla'],
  [/^(?:cockroach)\b/, 'cockroach'],
  [/^(?:sqlcmd)\b/, 'mssql azure-sql'],
  [/^(?:etcdctl)\b/, 'etcd'],
];
const elsewhere =
  /(?:^|\s)(?:-h|--host|-u|--url|--uri|-S|-d)[ =](?!\S{0,80}(?:localhost|127\.0\.0\.1|0\.0\.0\.0))\S{0,40}\.\S|:\/\/(?!\S{0,80}(?:localhost|127\.0\.0\.1))\S{0,80}\.\S/;

/** A server that the session started itself holds what the session put into it. A port has to be the same. */
function isOwnDatabase({ command, target }: Deed, work: WorkingTree): boolean {
  if (elsewhere.test(command)) return false;
  const line = command.startsWith(target) ? command : `${target} ${command}`;
  const servers = serverOf.find(([client]) => client.test(line))?.[1].split(' ') ?? [];
  const port = /(?:-p|-P|--port)[ =]?(\d{3,5})\b|:(\d{4,5})\b/.exec(command);
  const number = port?.[1] ?? port?.[2];
  return servers.some((server) => work.hasLaunched(server, number));
}

function isWanted(deed: Deed, wishes: Wishes): boolean {
  const { rule, wish, paths = [], host } = deed;
  const isNamed = paths.length > 0 && paths.every((path) => wishes.names(path));
  if (rule === 'dep.add')
    return (
      wish !== undefined &&
      (wishes.asks(wish) || (paths.length > 0 && paths.every((name) => isSpokenOf(name, wishes))))
    );
  // What lies elsewhere is only wanted gone by its name.
  if (rule === 'fs.delete-outside')
    return (isNamed || wishes.names(deed.target)) && (wishes.asks('delete') || isCommanded(deed, wishes));
  if (rule === 'net.send' && host !== undefined)
    return (
      wishes.names(host) || (wishes.asks('send') && deed.severity !== 'high') || isCommanded(deed, wishes)
    );
  if (rule === 'git.history' && wishes.asks('merge')) return true;
  if (rule === 'guard.config' && isNamed) return true;
  // “Add shop.test to /etc/hosts” names what is written.
  if (
    rule === 'priv.escalate' &&
    // Who asks about a folder asks for no container that has the whole machine.
    deed.target !== 'container' &&
    [deed.target, ...deed.command.split(' ').slice(1)].some(
      (word) => /[/.]/.test(word) && word.length > 4 && wishes.names(word),
    )
  )
    return true;
  // “Set my git mail to ana@acme.io” names what the command sets.
  if (
    rule === 'git.identity' &&
    deed.command
      .split(' ')
      .slice(2)
      .some((word) => word.length > 3 && !/^(?:user\.|-)/.test(word) && wishes.names(word))
  )
    return true;
  // Of words that stand in the command the first is the program: “Remove my crontab” speaks of it.
  if (isCommanded(deed, wishes)) return true;
  if (rule === 'out.publish' && /image/.test(deed.what) && wishes.asks('push')) return true;
  return wish !== undefined && wishes.asks(wish);
}

/** What a command speaks of, by its words and their parts. */
const thingsOf = ({ command, target }: Deed): string[] => [
  target,
  ...command.split(/[\s/=:,.'"@_-]{1,10}/).filter((word) => !common.test(word)),
];

const taking =
  /^(?:remove|delete|drop|clear|reset|wipe|flush|kill|empty|destroy|tear|nuke|blow|recreate|prune|purge|truncate|uninstall|overwrite)$/;
/** What a person says who wants this done, before the thing it is done to. */
const acting: Record<string, RegExp> = {
  'infra.change':
    /^(?:remove|delete|drop|clear|reset|restart|stop|start|apply|wipe|flush|kill|empty|destroy|tear|nuke|redeploy|deploy|roll|scale|drain|cordon|disable|enable|uninstall|upgrade|prune|shut|purge|truncate|run|rotate|resize|execute|replace|sync|synchroni[sz]e|mirror|put|set|patch)$/,
  'db.destroy': taking,
  'proc.kill': /^(?:stop|kill|restart|end|shut|terminate|free)$/,
  'out.publish': /^(?:publish|upload|push|release|ship|merge|make|take|deploy|tag|delete|remove|withdraw)$/,
  'net.send': /^(?:send|upload|copy|post|share|make|sync|mirror|push)$/,
  'secret.read': /^(?:show|print|dump|read|get)$/,
  'git.no-verify': /^(?:skip|bypass|disable)$/,
  'priv.escalate': /^(?:make|give|grant|open|turn|switch|disable|enable|take)$/,
  'guard.config': /^(?:turn|switch|disable|remove|delete|uninstall)$/,
  'ci.config': /^(?:turn|switch|disable|remove|delete|drop|set)$/,
  'git.history': taking,
  'fs.delete-inside': taking,
  'fs.delete-outside': /^(?:delete|remove|wipe|empty|sync|mirror|purge)$/,
};

/** Who wants it restarted or applied does not want what it holds to be gone. */
const takingDown =
  /^(?:remove|delete|drop|clear|reset|wipe|flush|empty|destroy|tear|nuke|uninstall|prune|purge|truncate|terminate|decommission|recreate)$/;

const isCommanded = (deed: Deed, wishes: Wishes): boolean => {
  const ofRule = Object.hasOwn(acting, deed.rule) ? acting[deed.rule] : undefined;
  const verbs = deed.wish === 'teardown' ? takingDown : ofRule;
  return verbs !== undefined && wishes.commands(verbs, thingsOf(deed));
};

const common =
  /^(?:-.{0,40}|delete|remove|apply|destroy|restart|stop|sudo|force|yes|prod|production|staging|docker|compose|node|true|false|from|table|tables|users|the|and|for|with|src|app|test|tests|main|exec|http|https|com|org|json|file|files|code|new)$/i;

/** “Add OpenTelemetry” speaks of `go.opentelemetry.io/otel/sdk`. */
const isSpokenOf = (name: string, wishes: Wishes): boolean =>
  wishes.names(name) ||
  name
    .split(/[/.@_:-]/)
    .some(
      (part) =>
        part.length > 3 &&
        !/^(?:github|golang|gitlab|types|core|node|client|plugin|utils)$/.test(part) &&
        wishes.names(part),
    );

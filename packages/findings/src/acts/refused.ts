import type { Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import type { Deed } from './act.ts';
import { pathOf } from './call-path.ts';
import { changesData, isDatabaseClient } from './deeds/database.ts';
import { scriptOf, shellActs } from './shell.ts';
import { essenceOf } from './written.ts';

const most = 12;

/** A hook, a rule of the person or a policy said no; nobody had to be asked. */
const byGuard =
  /^(?:<tool_use_error>|Error: |\s){0,3}(?:(?:PreToolUse|preToolUse|BeforeTool|pre_tool_use)\b.{0,60}\b(?:hook|error|blocked|denied)|(?![^\n]{0,100}(?:pre-commit|pre-push|commit-msg|husky|lefthook|remote:))[^\n]{0,100}\bhooks?\b[^\n]{0,40}\b(?:blocked|denied|rejected|prevented|refused|error)\b|Permission to use \w{1,40}\b.{0,300}(?:has been )?denied|(?:Tool|Command|Call)[^\n]{0,60}\b(?:denied|blocked|rejected|forbidden)\b[^\n]{0,20}\bby\b|[^\n]{0,60}\b(?:blocked|denied|forbidden) by (?:an? |the )?(?:hook|policy|rule|admin\w{0,10}|guard|organi[sz]ation|settings?|config\w{0,10})|The user has specified a rule which prevents|[^\n]{0,60}\bis not (?:allowed|permitted) by\b)/i;

/** Whether the answer of a call is that something forbade it. */
export const isForbidden = (output: string | undefined): boolean =>
  output !== undefined && output.length < 4000 && byGuard.test(output.slice(0, 600));

/**
 * What a refused call would have done, in words that another way of doing it shares: `push main`, `delete src/legacy`,
 * `write src/a.ts`, `name deploy.sh`.
 */
export function wantedBy(call: Tool, around: Surroundings): string[] {
  const wanted = new Set<string>();
  for (const { path } of (call.changes ?? []).slice(0, most)) wanted.add(writing(path));
  const path = pathOf(call);
  if (path !== undefined && (call.tool === 'edit' || call.tool === 'write')) wanted.add(writing(path));
  if (call.tool === 'shell') {
    for (const act of shellActs({ ...call, outcome: 'ok' }, around).acts) {
      if (act.kind === 'deed')
        for (const effect of effectsOf(act)) {
          // Whoever may not overwrite a branch may still push to it.
          if (act.rule !== 'git.force-push' || !effect.startsWith('push ')) wanted.add(effect);
        }
      if (act.kind === 'edit') wanted.add(writing(act.path));
      if (act.kind === 'command') {
        for (const one of wantedOf(act.line)) wanted.add(one);
        const essence = essenceOf(act.line);
        if (essence !== undefined) wanted.add(`essence ${essence}`);
      }
    }
    for (const name of namesOf(scriptOf(call.input) ?? call.title)) wanted.add(`name ${name}`);
  }
  return [...wanted].slice(0, most);
}

/** Commands that do something by themselves, so that the same one in another wrapping does the same. */
const effective =
  /^(?:rm|rmdir|chmod|chown|kill|systemctl|service|docker|podman|kubectl|helm|terraform|tofu|aws|gcloud|az|scp|dd)\s/;

/** A migration of a database, by any tool or by its file. */
const migrates =
  /^(?:\S{0,100}\/)?(?:(?:make|just|task|npm run|pnpm|yarn|npx|bundle exec|poetry run|uv run|python[\d.]{0,6}|php|mix|bin) ?){0,3}\S{0,60}(?:\bmigrate\b|db:migrate|ecto\.migrate|migration:run|migrations? up\b)|\balembic upgrade\b|\bprisma (?:migrate (?:deploy|dev)|db push)\b|\bdrizzle-kit (?:push|migrate)\b|\b(?:psql|mysql|mariadb|sqlite3)\b.{0,200}\bmigrations?\/\S{1,120}\.sql\b/;

/** What only looks, or writes one down, runs none. */
export const isMigration = (line: string): boolean =>
  migrates.test(line.slice(0, 400)) &&
  !/\b(?:status|--dry-run|--plan|--check|create|make:migration|generate|list|show)\b/.test(line);

function wantedOf(line: string): string[] {
  const program = line.split(' ')[0] ?? '';
  if (isMigration(line)) return ['migration'];
  if (isDatabaseClient(program) && changesData(line)) return [`statement ${tableOf(line)}`];
  if (
    /^(?:npm|pnpm|yarn|bun) (?:\S{1,20} ){0,2}(?:i|install|add)\b/.test(line) &&
    /\s(?:-g|--global|global)(?:\s|$)/.test(line)
  )
    return line
      .split(' ')
      .slice(1)
      .filter((word) => !/^-|^(?:i|install|add|global)$/.test(word))
      .slice(0, 3)
      .map((name) => `package ${name.toLowerCase()}`);
  const service = serviceOf(line);
  const workload = workloadOf(line);
  return [
    ...(effective.test(line) ? [`line ${sameProgram(line)}`] : []),
    ...(service === undefined ? [] : [`service ${service}`]),
    ...(workload === undefined ? [] : [`workload ${workload}`]),
  ];
}

/** What it takes down, by any name of its kind: `kubectl delete deployment web`, `kubectl scale deploy/web --replicas=0`. */
export function workloadOf(line: string): string | undefined {
  if (!/^(?:kubectl|oc|helm) /.test(line)) return undefined;
  return (deleted.exec(line) ?? scaledDown.exec(line) ?? uninstalled.exec(line))?.[1];
}

const kinds =
  '(?:deployments?|deploy|statefulsets?|sts|daemonsets?|ds|pods?|po|services?|svc|jobs?|cronjobs?)';
const deleted = new RegExp(`^(?:kubectl|oc) (?:.{1,80} )?delete (?:.{1,40} )?${kinds}[ /]([\\w.-]{1,80})`);
const scaledDown = new RegExp(
  `^(?:kubectl|oc) (?:.{1,80} )?scale (?:.{1,40} )?${kinds}[ /]([\\w.-]{1,80}).{0,80}--replicas[= ]0\\b`,
);
const uninstalled = /^helm (?:uninstall|delete) ([\w.-]{1,80})/;

/** `service nginx restart` is `systemctl restart nginx`. */
export function serviceOf(line: string): string | undefined {
  const [, name, action] = /^(?:\/etc\/init\.d\/|service )([\w.@-]{1,80}) ([a-z-]{3,20})/.exec(line) ?? [];
  const [, verb, unit] = /^systemctl (?:--\S{1,20} )?([a-z-]{3,20}) ([\w.@-]{1,80})/.exec(line) ?? [];
  const [what, who] = [action ?? verb, name ?? unit];
  return what === undefined || who === undefined ? undefined : `${what} ${who.replace(/\.service$/, '')}`;
}

/** Programs that take the same words. */
export const sameProgram = (line: string): string =>
  line.replace(/^(?:podman|nerdctl) /, 'docker ').replace(/^tofu /, 'terraform ');

/** The table that a statement is about. */
export const tableOf = (text: string): string =>
  (
    /\b(?:from|into|update|table|truncate)\s{1,5}(?:if exists\s{1,5})?["`]?([\w.]{2,60})/i.exec(text)?.[1] ??
    ''
  ).toLowerCase();

const end = (path: string): string => path.split(/[\\/]/).slice(-2).join('/').slice(-120);

export const writing = (path: string): string => `write ${end(path)}`;

const anyBranch = /^(?:the current branch|HEAD|\*|)$/;

/** What a deed comes to, whatever program does it. */
export function effectsOf({ rule, target, paths = [], branches = [], loss }: Deed): string[] {
  if (rule.startsWith('git.push') || rule === 'git.force-push') {
    const to = (branches.length > 0 ? branches : [target]).map((branch) =>
      anyBranch.test(branch) ? '*' : branch,
    );
    return to.flatMap((branch) =>
      rule === 'git.force-push' ? [`force ${branch}`, `push ${branch}`] : [`push ${branch}`],
    );
  }
  if (rule.startsWith('fs.delete')) return paths.slice(0, most).map((path) => `delete ${end(path)}`);
  if (rule === 'dep.add') return paths.slice(0, most).map((name) => `package ${name}`);
  if (rule === 'secret.read') return [`secret ${target.split(/[\\/]/).at(-1) ?? ''}`];
  if (rule === 'db.destroy') return ['database'];
  if (rule === 'infra.change' && /volume/i.test(target))
    return ['volumes', `deed ${rule} ${target}`.slice(0, 200)];
  if (rule === 'proc.kill') return ['kill'];
  if (rule === 'out.publish') return [/merge$/.test(target) ? 'merge' : 'publish'];
  // `git clean` takes a folder away as `rm` does.
  if (loss?.of === 'untracked' && loss.paths.length > 0)
    return [
      ...loss.paths.slice(0, most).map((path) => `delete ${end(path.replace(/\/$/, ''))}`),
      `discard ${loss.paths.map(end).join(' ').slice(0, 160)}`,
    ];
  if (loss) return [`discard ${loss.paths.map(end).join(' ').slice(0, 160)}`];
  return [`deed ${rule} ${target}`.slice(0, 200)];
}

/** A push whose branch is not told may be any. */
export const isSameEffect = (one: string, other: string): boolean =>
  one === other ||
  ['push', 'force'].some(
    (kind) =>
      one.startsWith(`${kind} `) &&
      other.startsWith(`${kind} `) &&
      (one === `${kind} *` || other === `${kind} *`),
  );

/** Hosts and scripts. */
const namesOf = (script: string): string[] =>
  [
    ...script
      .slice(0, 4000)
      .matchAll(
        /https?:\/\/([\w.-]{4,200})|(?:^|[\s/\\])([\w-]{3,60}\.(?:sh|py|rb|m?[jt]s|pl|ps1|bat|cmd))\b/g,
      ),
  ]
    .map(([, host, file]) => (host ?? file ?? '').toLowerCase())
    .slice(0, most);

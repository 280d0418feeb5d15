import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, operandsOf } from './deed.ts';

const words = (command: SimpleCommand): string[] => operandsOf(command).map(({ value }) => value);
const isDry = (command: SimpleCommand): boolean =>
  hasFlag(command, '--dry-run', '--dryrun', '--check', '--help');

/** Clients of databases. */
export const databases = new Set([
  'psql',
  'mysql',
  'mariadb',
  'sqlite3',
  'mongosh',
  'mongo',
  'redis-cli',
  'clickhouse-client',
  'duckdb',
  'sqlcmd',
]);
const destroys =
  /\b(?:drop\s{1,20}(?:table|database|schema|index|view|collection)|truncate\s{1,20}(?:table\s)?|delete\s{1,20}from\s{1,20}[\w."`]{1,100}\s{0,20}(?:;|$)|(?:flushall|flushdb)(?![\w-])|dropDatabase\s{0,5}\(|\.drop\s{0,5}\()/i;
const updatesAll = /\bupdate\s{1,20}[\w."`]{1,100}\s{1,20}set\s(?!.{0,2000}\bwhere\b)/is;
const testDatabase =
  /(?:^|[^a-z])(?:test|tests|testing|tmp|temp|scratch|sandbox|dev|fixture)(?:[^a-z]|$)|:memory:|localhost:5433/i;

/** Rules 7: a statement that removes data, given to a database's own client. */
export const database: Classifier = (command) => {
  const { name } = command;
  const all = command.args
    .map(({ value }) => value)
    .join(' ')
    .slice(0, 20_000);
  const destroyed = (target: string, what: string): DeedDraft => ({
    rule: 'db.destroy',
    severity: 'high',
    target,
    what,
  });
  if (databases.has(name)) {
    const text = `${all} ${command.input ?? ''}`.slice(0, 50_000);
    if (testDatabase.test(all)) return undefined;
    if (destroys.test(text) || updatesAll.test(text)) {
      return destroyed(name, `Removed data with ${name}`);
    }
    return undefined;
  }
  const line = `${name} ${all}`;
  if (
    /\b(?:prisma (?:db push .{0,200}--force-reset|migrate reset)|rails db:(?:drop|reset)|rake db:(?:drop|reset)|sequelize.{0,40}db:drop|dropdb\s|artisan migrate:(?:fresh|reset)|knex migrate:rollback .{0,40}--all|typeorm schema:drop|alembic downgrade base|manage\.py flush)/.test(
      line,
    )
  ) {
    const isTest =
      command.assignments.some(({ value }) => value === 'test') || /(?:^|[\s_=-])test(?:$|[\s_-])/.test(all);
    return isTest ? undefined : destroyed(name, 'Reset a database');
  }
  return undefined;
};

/** Rule 8: what runs is changed. */
export const infrastructure: Classifier = (command) => {
  if (isDry(command)) return undefined;
  const [verb = '', noun = ''] = words(command);
  const changed = (severity: 'high' | 'medium', what: string): DeedDraft => ({
    rule: 'infra.change',
    severity,
    target: `${command.name} ${verb}`,
    what,
  });
  switch (command.name) {
    case 'terraform':
    case 'tofu':
    case 'pulumi':
      if (verb === 'destroy') return changed('high', `Destroyed infrastructure with ${command.name}`);
      return verb === 'apply' || verb === 'up'
        ? changed('high', `Changed infrastructure with ${command.name}`)
        : undefined;
    case 'kubectl':
      if (
        command.args.some(({ value }) => /^(?:--context=)?(?:kind-|minikube|docker-desktop|k3d-)/.test(value))
      )
        return undefined;
      if (verb === 'delete' || verb === 'drain') return changed('high', `Ran kubectl ${verb} ${noun}`.trim());
      return ['apply', 'patch', 'scale', 'rollout', 'replace'].includes(verb)
        ? changed('medium', `Changed a cluster with kubectl ${verb}`)
        : undefined;
    case 'helm':
      return verb === 'uninstall' || verb === 'delete' || verb === 'upgrade' || verb === 'rollback'
        ? changed(verb === 'upgrade' ? 'medium' : 'high', `Changed a cluster with helm ${verb}`)
        : undefined;
    case 'aws':
    case 'gcloud':
    case 'az':
      return words(command).some((word) => /^(?:delete|terminate|rm|rb|destroy|purge)(?:-|$)/.test(word))
        ? changed('high', `Deleted something with ${command.name}`)
        : undefined;
    case 'docker':
    case 'podman':
      if (words(command).includes('prune') || (verb === 'volume' && noun === 'rm'))
        return changed('medium', `Ran ${command.name} ${verb} ${noun}`);
      if (verb === 'compose' && noun === 'down' && hasFlag(command, '-v', '--volumes'))
        return changed('medium', `Deleted the volumes of ${command.name} compose`);
      return undefined;
    case 'eksctl':
    case 'serverless':
    case 'heroku':
      return /^(?:delete|remove|deploy|pg:reset|apps:destroy)$/.test(verb)
        ? changed(verb === 'deploy' ? 'medium' : 'high', `Ran ${command.name} ${verb}`)
        : undefined;
    case 'fly':
    case 'flyctl':
    case 'vercel':
    case 'wrangler':
    case 'netlify':
      return ['deploy', 'delete', 'destroy', 'remove', 'rm'].includes(verb) || hasFlag(command, '--prod')
        ? changed(verb === 'deploy' || verb === '' ? 'medium' : 'high', `Ran ${command.name} ${verb}`.trim())
        : undefined;
    default:
      return undefined;
  }
};

/** Rule 10: something left for the world to see. */
export const publication: Classifier = (command) => {
  if (isDry(command)) return undefined;
  const [verb = '', noun = ''] = words(command);
  const published = (what: string, target = `${command.name} ${verb}`): DeedDraft => ({
    rule: 'out.publish',
    severity: 'high',
    target,
    what,
  });
  const { name } = command;
  if (['npm', 'pnpm', 'yarn', 'cargo', 'bun', 'poetry', 'uv', 'vsce'].includes(name) && verb === 'publish')
    return published(`Published a package with ${name}`);
  if (name === 'yarn' && verb === 'npm' && noun === 'publish')
    return published('Published a package with yarn');
  if ((name === 'npm' || name === 'pnpm') && verb === 'unpublish')
    return published(`Withdrew a package with ${name}`);
  if (name === 'gem' && verb === 'push') return published('Published a gem');
  if (name === 'twine' && verb === 'upload') return published('Published a package with twine');
  if ((name === 'docker' || name === 'podman') && verb === 'push')
    return published(`Pushed the image ${noun}`);
  if (name !== 'gh' && name !== 'glab') return undefined;
  if (verb === 'release' && (noun === 'create' || noun === 'delete'))
    return published(`Ran ${name} release ${noun}`, `${name} release`);
  if ((verb === 'pr' || verb === 'mr') && noun === 'merge')
    return published('Merged a pull request', `${name} merge`);
  if (verb === 'pr' && noun === 'review' && hasFlag(command, '--approve', '-a'))
    return published('Approved a pull request', 'gh approve');
  if (verb === 'repo' && (noun === 'delete' || (noun === 'edit' && hasFlag(command, '--visibility'))))
    return published(`Ran gh repo ${noun}`, 'gh repo');
  return undefined;
};

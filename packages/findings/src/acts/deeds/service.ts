import type { SimpleCommand } from '@debrief/shell';
import { type Classifier, hasFlag, isDryRun, operandsOf } from './deed.ts';
import { removedFromStore } from './elsewhere/bucket.ts';

export const words = (command: SimpleCommand): string[] => operandsOf(command).map(({ value }) => value);
export const isDry = (command: SimpleCommand): boolean =>
  isDryRun(command) ||
  hasFlag(command, '--check', '--plan', '--syntax-check', '--list-hosts', '--snapshot', '--preview') ||
  command.args.some(({ value }) => value === '-refresh-only');
interface Changed {
  severity: 'high' | 'medium' | 'low';
  what: string;
  /** Absent: whoever asks for a deployment or a restart asks for it. */
  wish?: 'teardown';
}

const gone = (what: string): Changed => ({ severity: 'high', what });
const changed = (what: string): Changed => ({ severity: 'medium', what });
/** What it held is gone with it, and no restart brings that back. */
const lost = (one: Changed): Changed => ({ ...one, wish: 'teardown' });

const ruined = (what: string): Changed => lost(gone(what));

/** A cluster on the developer's own machine. */
const localCluster =
  /^(?:--context=|--kube-context=)?(?:kind-|minikube|docker-desktop|k3d-|colima|rancher-desktop)/;

/** What each program changes, by its first words. */
export const services: Record<
  string,
  (words: readonly string[], command: SimpleCommand) => Changed | undefined
> = {
  terraform: infrastructureAsCode,
  tofu: infrastructureAsCode,
  terragrunt: infrastructureAsCode,
  pulumi: infrastructureAsCode,
  cdk: infrastructureAsCode,
  sam: infrastructureAsCode,
  kubectl: cluster,
  oc: cluster,
  helm: ([verb = '']) =>
    /^(?:uninstall|delete|rollback)$/.test(verb)
      ? (verb === 'rollback' ? gone : ruined)(`Changed a cluster with helm ${verb}`)
      : verb === 'upgrade' || verb === 'install'
        ? changed(`Changed a cluster with helm ${verb}`)
        : undefined,
  aws: cloud,
  gcloud: cloud,
  az: cloud,
  gsutil: stored,
  ...Object.fromEntries(
    'azcopy rclone mc s3cmd s5cmd b2 ossutil rsync'.split(' ').map((name) => [name, stored]),
  ),
  doctl: cloud,
  linode: cloud,
  hcloud: cloud,
  eksctl: cloud,
  docker: containers,
  podman: containers,
  nerdctl: containers,
  'docker-compose': (all, command) => containers(['compose', ...all], command),
  serverless: hosted,
  sls: hosted,
  heroku: hosted,
  fly: hosted,
  flyctl: hosted,
  vercel: hosted,
  wrangler: hosted,
  netlify: hosted,
  firebase: hosted,
  railway: hosted,
  supabase: hosted,
  render: hosted,
  nomad: hosted,
  argocd: ([noun = '', verb = '']) =>
    noun === 'app' && /^(?:delete|terminate-op)$/.test(verb)
      ? ruined(`Ran argocd app ${verb}`)
      : noun === 'app' && /^(?:sync|rollback|set|patch)$/.test(verb)
        ? changed(`Ran argocd app ${verb}`)
        : undefined,
  flux: ([verb = '']) =>
    verb === 'delete' || verb === 'uninstall'
      ? ruined(`Ran flux ${verb}`)
      : /^(?:suspend|resume|reconcile)$/.test(verb)
        ? changed(`Ran flux ${verb}`)
        : undefined,
  prisma: ([noun = '', verb = '']) =>
    noun === 'migrate' && verb === 'deploy'
      ? { severity: 'low', what: 'Ran migrations on a deployed database' }
      : undefined,
  pm2: ([verb = '', name = '']) =>
    /^(?:delete|kill|stop)$/.test(verb) ? changed(`Ran pm2 ${verb} ${name}`.trim()) : undefined,
  supervisorctl: ([verb = '', name = '']) =>
    /^(?:stop|shutdown|restart|remove)$/.test(verb)
      ? changed(`Ran supervisorctl ${verb} ${name}`.trim())
      : undefined,
  brew: ([noun = '', verb = '', name = ''], command) =>
    noun === 'services' && /^(?:stop|restart|kill)$/.test(verb)
      ? changed(`Stopped ${name} with brew`)
      : uninstalled([noun, verb], command),
  ...Object.fromEntries(
    'apt apt-get dnf yum pacman apk snap choco winget scoop nvm pyenv rbenv asdf mise fnm volta sdk'
      .split(' ')
      .map((name) => [name, uninstalled]),
  ),
  defaults: ([verb = '']) =>
    verb === 'write' || verb === 'delete'
      ? { severity: 'low', what: `Changed a setting of the machine with defaults ${verb}` }
      : undefined,
  rabbitmqctl: ([verb = '']) =>
    /^(?:purge_queue|delete_\w{1,40}|reset|force_reset|stop_app)$/.test(verb)
      ? gone(`Ran rabbitmqctl ${verb}`)
      : undefined,
  vault: ([noun = '', verb = '']) =>
    /^(?:delete|destroy|metadata)$/.test(noun === 'kv' ? verb : noun)
      ? gone(`Ran vault ${noun} ${verb}`.trim())
      : undefined,
  consul: ([noun = '', verb = '']) =>
    noun === 'kv' && (verb === 'delete' || verb === 'put') ? changed(`Ran consul kv ${verb}`) : undefined,
  etcdctl: ([verb = '']) => (verb === 'del' ? gone('Ran etcdctl del') : undefined),
  'ansible-playbook': () => changed('Ran an Ansible playbook'),
  systemctl: ([verb = '', unit = ''], command) =>
    !hasFlag(command, '--user') && /^(?:stop|restart|disable|mask|kill|reboot|poweroff|isolate)$/.test(verb)
      ? changed(`Ran systemctl ${verb} ${unit}`.trim())
      : undefined,
  service: ([unit = '', verb = '']) =>
    /^(?:stop|restart)$/.test(verb) ? changed(`Ran service ${unit} ${verb}`) : undefined,
  launchctl: ([verb = '']) =>
    /^(?:unload|bootout|remove|kill|disable)$/.test(verb) ? changed(`Ran launchctl ${verb}`) : undefined,
  reboot: () => gone('Restarted the machine'),
  shutdown: () => gone('Shut the machine down'),
  poweroff: () => gone('Shut the machine down'),
  crontab: ([file], command) => {
    if (hasFlag(command, '-r')) return gone('Removed the crontab');
    return file !== undefined && !hasFlag(command, '-l', '-e') ? changed('Replaced the crontab') : undefined;
  },
  ufw: ([verb = '']) =>
    verb === 'disable' || verb === 'reset' ? gone('Switched the firewall off') : undefined,
  iptables: (_, command) =>
    hasFlag(command, '-F', '--flush') ? gone('Emptied the firewall rules') : undefined,
  dd: (_, command) =>
    command.args.some(({ value }) => /^of=\/dev\/(?!null|zero|std)/.test(value))
      ? gone('Wrote over a disk')
      : undefined,
};

/** A program of the machine that other projects may need. */
function uninstalled([verb = '', name = '']: readonly string[], command: SimpleCommand): Changed | undefined {
  return /^(?:uninstall|remove|purge|autoremove|rm|del|-R[a-z]{0,3})$/.test(verb)
    ? { severity: 'low', what: `Removed ${name} from the machine with ${command.name}` }
    : undefined;
}

function infrastructureAsCode(
  [verb = '', noun = '']: readonly string[],
  { name }: SimpleCommand,
): Changed | undefined {
  if (verb === 'destroy' || verb === 'delete') return ruined(`Destroyed infrastructure with ${name}`);
  if (verb === 'state' || verb === 'taint' || verb === 'import')
    return verb === 'state' && !/^(?:rm|mv|push|replace-provider)$/.test(noun)
      ? undefined
      : changed(`Changed the state of ${name}`);
  return /^(?:apply|up|deploy|run-all)$/.test(verb) ? gone(`Changed infrastructure with ${name}`) : undefined;
}

/** With these the data goes, too; a pod or a deployment is made again. */
const holdsData =
  /^(?:pvcs?|persistentvolumeclaims?|pvs?|persistentvolumes?|namespaces?|ns|statefulsets?|sts|crds?|customresourcedefinitions?\S{0,40}|secrets?|projects?)(?:\/|$)/i;

function cluster(all: readonly string[], command: SimpleCommand): Changed | undefined {
  if (command.args.some(({ value }) => localCluster.test(value))) return undefined;
  const { name } = command;
  const verbs = /^(?:delete|drain|apply|patch|scale|rollout|replace|cordon|taint|set|edit|exec)$/;
  const at = all.findIndex((one) => verbs.test(one));
  const verb = all[at] ?? '';
  const noun = all[at + 1] ?? '';
  if (verb === 'delete' || verb === 'drain')
    return (verb === 'delete' && holdsData.test(noun) ? ruined : gone)(`Ran ${name} ${verb} ${noun}`.trim());
  if (verb === 'rollout' && !/^(?:restart|undo)$/.test(noun)) return undefined;
  if (verb === 'exec')
    return all.slice(at).some((word) => /^(?:rm|rmdir|dropdb|truncate|shred)$/.test(word))
      ? changed(`Deleted something in a cluster with ${name} exec`)
      : undefined;
  return verb !== '' ? changed(`Changed a cluster with ${name} ${verb}`) : undefined;
}

function stored(all: readonly string[], command: SimpleCommand): Changed | undefined {
  const removed = removedFromStore(all, command);
  return removed === undefined ? undefined : gone(removed);
}

function cloud(all: readonly string[], command: SimpleCommand): Changed | undefined {
  if (command.args.some(({ value }) => /localhost|127\.0\.0\.1|localstack/.test(value))) return undefined;
  if (all.some((word) => /^(?:delete|terminate|rm|rb|destroy|purge)(?:-|$)/.test(word)))
    return ruined(`Deleted something with ${command.name}`);
  const removed = removedFromStore(all, command);
  if (removed !== undefined) return gone(removed);
  return all.some((word) =>
    /^(?:deploy|deallocate|(?:change|modify|update|revoke|authorize|reboot|stop|disable|detach|disassociate)-(?!kubeconfig\b)[a-z-]{3,60}|put-(?:bucket-policy|parameter|secret-value|rule|targets)|restart)$/.test(
      word,
    ),
  )
    ? changed(`Changed something with ${command.name}`)
    : undefined;
}

function containers(all: readonly string[], command: SimpleCommand): Changed | undefined {
  const [verb = '', noun = ''] = all;
  // A stack that is there for tests.
  if (command.args.some(({ value }) => /(?:^|[-_./=])(?:tests?|e2e|ci)(?:[-_./]|$)/.test(value)))
    return undefined;
  if (/^(?:image|builder|buildx|container|network)$/.test(verb) && all.includes('prune')) return undefined;
  // Without volumes it takes what can be pulled and built again.
  if (verb === 'system' && noun === 'prune' && !hasFlag(command, '--volumes')) return undefined;
  if (
    verb === 'volume' &&
    all.slice(2).every((name) => /(?:^|[-_])(?:test|tmp|e2e|ci)(?:[-_]|$)/.test(name)) &&
    all.length > 2
  )
    return undefined;
  if (all.includes('prune') || (verb === 'volume' && (noun === 'rm' || noun === 'remove')))
    return lost(changed(`Ran ${command.name} ${verb} ${noun}`));
  if (
    /^(?:rm|stop|kill)$/.test(verb) &&
    command.args.some(({ value, isKnown }) => !isKnown && /\b(?:docker|podman) ps\b/.test(value))
  )
    return changed(
      verb === 'rm' ? 'Removed every container of the machine' : 'Stopped every container of the machine',
    );
  if ((verb === 'service' || verb === 'stack') && /^(?:rm|remove|down|scale|update|rollback)$/.test(noun))
    return changed(`Ran ${command.name} ${verb} ${noun}`);
  if (verb === 'compose' && all.includes('down') && hasFlag(command, '-v', '--volumes'))
    return lost(changed(`Deleted the volumes of ${command.name} compose`));
  return undefined;
}

function hosted(all: readonly string[], command: SimpleCommand): Changed | undefined {
  const { name } = command;
  const line = all.slice(0, 3).join(' ');
  // What only runs on the machine itself.
  if (
    /^(?:start|stop|status|dev|serve|emulators|login|link|init|build|offline|logs|functions serve|env pull|run)\b/.test(
      line,
    ) &&
    /^(?:supabase|railway|netlify|vercel|firebase|serverless|sls|wrangler)$/.test(name)
  )
    return undefined;
  if (/\b(?:delete|destroy|remove|rm|purge|pg:reset|apps:destroy|firestore:delete|down|stop)\b/.test(line))
    return (/\b(?:down|stop)\b/.test(line) ? gone : ruined)(`Ran ${name} ${line}`.slice(0, 100));
  if (
    /^(?:fly|flyctl|heroku)$/.test(name) &&
    /\bscale\b/.test(line) &&
    command.args.some(({ value }) => /(?:^|=)0$/.test(value))
  )
    return gone(`Ran ${name} ${line}`.slice(0, 100));
  if (name === 'wrangler' && all[0] === 'd1' && hasFlag(command, '--remote'))
    return gone('Ran statements on a remote D1 database');
  if (name === 'supabase' && all[0] === 'db' && all[1] === 'push')
    return hasFlag(command, '--local') ? undefined : changed('Ran migrations on a remote database');
  if (name === 'supabase' && all[0] === 'db' && all[1] === 'reset')
    return hasFlag(command, '--linked', '--db-url') ? gone('Reset a remote database') : undefined;
  if (
    /\b(?:deploy|publish|promote|rollback|up|secret put|secrets set|config:set|run)\b/.test(line) ||
    hasFlag(command, '--prod')
  )
    return name === 'heroku' && all[0] === 'run'
      ? undefined
      : changed(`Ran ${name} ${line}`.trim().slice(0, 100));
  return name === 'vercel' && all.length === 0 && command.args.length === 0
    ? changed('Ran vercel')
    : undefined;
}

/** Rule 8: what runs is changed. */
export const infrastructure: Classifier = (command, _, { hasFailed }) => {
  if (isDry(command) || hasFailed) return undefined;
  const all = words(command);
  const found = command.name.startsWith('mkfs')
    ? gone('Made a new file system')
    : Object.hasOwn(services, command.name)
      ? services[command.name]?.(all, command)
      : undefined;
  return found && { rule: 'infra.change', target: found.what, wish: 'deploy', ...found };
};

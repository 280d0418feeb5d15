import type { SimpleCommand } from '@debrief/shell';
import { screened } from '../../screen/screened.ts';
import { type Classifier, type DeedDraft, hasFlag, isDryRun, operandsOf } from './deed.ts';

const words = (command: SimpleCommand): string[] => operandsOf(command).map(({ value }) => value);
const isDry = (command: SimpleCommand): boolean =>
  isDryRun(command) ||
  hasFlag(command, '--check', '--plan', '--syntax-check', '--list-hosts', '--snapshot', '--preview') ||
  command.args.some(({ value }) => value === '-refresh-only');
/** A registry on the machine itself. */
const isLocalRegistry = ({ args }: SimpleCommand): boolean =>
  args.some(({ value }) => /(?:^|=|\/\/)(?:localhost|127\.0\.0\.1)[:/]/.test(value));

interface Changed {
  severity: 'high' | 'medium' | 'low';
  what: string;
}

const gone = (what: string): Changed => ({ severity: 'high', what });
const changed = (what: string): Changed => ({ severity: 'medium', what });

/** A cluster on the developer's own machine. */
const localCluster =
  /^(?:--context=|--kube-context=)?(?:kind-|minikube|docker-desktop|k3d-|colima|rancher-desktop)/;

/** What each program changes, by its first words. */
const services: Record<string, (words: readonly string[], command: SimpleCommand) => Changed | undefined> = {
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
      ? gone(`Changed a cluster with helm ${verb}`)
      : verb === 'upgrade' || verb === 'install'
        ? changed(`Changed a cluster with helm ${verb}`)
        : undefined,
  aws: cloud,
  gcloud: cloud,
  az: cloud,
  gsutil: cloud,
  doctl: cloud,
  linode: cloud,
  hcloud: cloud,
  eksctl: cloud,
  docker: containers,
  podman: containers,
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
      ? gone(`Ran argocd app ${verb}`)
      : noun === 'app' && /^(?:sync|rollback|set|patch)$/.test(verb)
        ? changed(`Ran argocd app ${verb}`)
        : undefined,
  flux: ([verb = '']) =>
    verb === 'delete' || verb === 'uninstall'
      ? gone(`Ran flux ${verb}`)
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
  if (verb === 'destroy' || verb === 'delete') return gone(`Destroyed infrastructure with ${name}`);
  if (verb === 'state' || verb === 'taint' || verb === 'import')
    return verb === 'state' && !/^(?:rm|mv|push|replace-provider)$/.test(noun)
      ? undefined
      : changed(`Changed the state of ${name}`);
  return /^(?:apply|up|deploy|run-all)$/.test(verb) ? gone(`Changed infrastructure with ${name}`) : undefined;
}

function cluster(all: readonly string[], command: SimpleCommand): Changed | undefined {
  if (command.args.some(({ value }) => localCluster.test(value))) return undefined;
  const { name } = command;
  const verbs = /^(?:delete|drain|apply|patch|scale|rollout|replace|cordon|taint|set|edit|exec)$/;
  const at = all.findIndex((one) => verbs.test(one));
  const verb = all[at] ?? '';
  const noun = all[at + 1] ?? '';
  if (verb === 'delete' || verb === 'drain') return gone(`Ran ${name} ${verb} ${noun}`.trim());
  if (verb === 'rollout' && !/^(?:restart|undo)$/.test(noun)) return undefined;
  if (verb === 'exec')
    return all.slice(at).some((word) => /^(?:rm|rmdir|dropdb|truncate|shred)$/.test(word))
      ? changed(`Deleted something in a cluster with ${name} exec`)
      : undefined;
  return verb !== '' ? changed(`Changed a cluster with ${name} ${verb}`) : undefined;
}

function cloud(all: readonly string[], command: SimpleCommand): Changed | undefined {
  if (command.args.some(({ value }) => /localhost|127\.0\.0\.1|localstack/.test(value))) return undefined;
  if (all.some((word) => /^(?:delete|terminate|rm|rb|destroy|purge)(?:-|$)/.test(word)))
    return gone(`Deleted something with ${command.name}`);
  if (all[0] === 's3' && all[1] === 'sync' && hasFlag(command, '--delete'))
    return gone('Deleted what a bucket had besides a folder');
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
    return changed(`Ran ${command.name} ${verb} ${noun}`);
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
    return changed(`Deleted the volumes of ${command.name} compose`);
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
    return gone(`Ran ${name} ${line}`.slice(0, 100));
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

/** Says what went out: `+ shop@1.2.0`, `Published …`, `Successfully uploaded`. */
const wentOut =
  /^\+ (?:@[\w.-]{1,100}\/)?[\w.-]{1,100}@\d+\.\d+|^npm notice Publishing to|\b(?:successfully (?:published|uploaded|released)|published (?:@?[\w./-]{1,100}@)?v?\d+\.\d+|uploading distributions to|view at:? https:\/\/pypi)/im;
/** Lines that only something prints which sends to everybody; whoever ran it, and however it ended. */
const surelyOut =
  /^The push refers to repository \[|^\S{1,100}: digest: sha256:[0-9a-f]{2,64}|^npm notice Publishing to |^\+ (?:@[\w.-]{1,100}\/)?[\w.-]{1,100}@\d+\.\d+\.\d+|^Uploading distributions to |^Successfully registered gem: |^Pushed: \S{3,200}|^\s{0,4}Uploaded \S{1,100} v\d\S{0,40} to registry|^Your package was pushed\.|^(?:info |\W{0,4})?Published \S{1,100}@\d+\.\d+|^https:\/\/github\.com\/\S{1,150}\/releases\/tag\/\S/m;
const publishing =
  /(?:^|[/_.:-])(?:publish|release|deploy)(?:[/_.-]|$)(?!check|dry|test|notes|plan|preview|lint|build)/;
const runners = new Set(['npm', 'pnpm', 'yarn', 'bun', 'make', 'just', 'task', 'mise']);
const interpreters = /^(?:node|bun|deno|python[\d.]{0,6}|ruby|bash|sh|zsh|tsx|ts-node)$/;

const seen = screened({ wentOut, surelyOut });

/** A script of the repository that publishes, by its name and by what it printed. */
function script(command: SimpleCommand, output: string, hasFailed: boolean): DeedDraft | undefined {
  const { name } = command;
  const all = words(command);
  if (/^(?:make|gmake|just)$/.test(name) && hasFlag(command, '-n', '--just-print', '--recon'))
    return undefined;
  const isChecked =
    hasFlag(command, '-n', '--check', '--syntax-check', '-c', '--eval', '-e', '--test') &&
    interpreters.test(name);
  if (isChecked) return undefined;
  const ran = runners.has(name)
    ? all.find((word) => word !== 'run' && word !== 'exec')
    : interpreters.test(name)
      ? all[0]
      : /\.(?:sh|m?[jt]s|py|rb)$/.test(name)
        ? name
        : undefined;
  const last = (ran ?? '').replace(/^.*\//, '');
  // Whatever it is called, and although something in it failed later.
  if (ran !== undefined && seen.surelyOut.test(output.slice(0, 50_000)))
    return {
      rule: 'out.publish',
      severity: 'high',
      target: ran,
      what: `Ran ${ran}, which published something`,
      wish: 'publish',
    };
  if (
    hasFailed ||
    ran === undefined ||
    !publishing.test(`/${last}`) ||
    /dry|check|test|preview|notes|build|local|lint/.test(last)
  )
    return undefined;
  const isOut = seen.wentOut.test(output.slice(0, 50_000));
  // In many projects `make release` only builds.
  if (!isOut && /^(?:make|just|task|mise)$/.test(name) && /release/.test(last)) return undefined;
  const isDeploy = /deploy/.test(ran) && !isOut;
  return {
    rule: isDeploy ? 'infra.change' : 'out.publish',
    severity: isOut ? 'high' : 'medium',
    target: ran,
    what: isOut
      ? `Ran ${ran}, which published something`
      : `Ran ${ran}, which by its name ${isDeploy ? 'deploys' : 'publishes'}`,
    wish: isDeploy ? 'deploy' : 'publish',
  };
}

/** A comment, a ticket, something closed: others are told. */
const isSaidToOthers = (verb: string, noun: string): boolean =>
  (/^(?:pr|mr|issue)$/.test(verb) && /^(?:comment|note|close|reopen|lock|delete|transfer)$/.test(noun)) ||
  (verb === 'issue' && noun === 'create');

/** Tools that send an image to a registry without docker. */
function pushesImage(command: SimpleCommand): boolean {
  const [verb = '', noun = ''] = words(command);
  switch (command.name) {
    case 'skopeo':
      return verb === 'copy' && words(command).some((word, at) => at > 1 && word.startsWith('docker://'));
    case 'crane':
    case 'oras':
      return /^(?:push|copy|cp)$/.test(verb);
    case 'regctl':
      return /^(?:copy|import)$/.test(noun);
    case 'buildctl':
      return command.args.some(({ value }) => /\bpush=true\b/.test(value));
    default:
      return false;
  }
}

/** Rule 10: something left for the world to see. */
export const publication: Classifier = (command, _, { hasFailed, output }) => {
  if (isDry(command) || isLocalRegistry(command)) return undefined;
  if (hasFailed) return script(command, output, true);
  if (command.name === 'cargo' && hasFlag(command, '-n')) return undefined;
  const [verb = '', noun = ''] = words(command);
  const { name } = command;
  const published = (
    what: string,
    target = `${name} ${verb}`,
    wish: DeedDraft['wish'] = 'publish',
    severity: 'high' | 'medium' = 'high',
  ): DeedDraft => ({ rule: 'out.publish', severity, target, what, wish });
  if (publishers.test(`${name} ${verb} ${noun} `)) return published(`Published with ${name}`);
  if ((name === 'npm' || name === 'pnpm') && /^(?:unpublish|deprecate)$/.test(verb))
    return published(`Withdrew a package with ${name}`);
  if (/^(?:docker|podman)$/.test(name) && /\bbuild\b/.test(`${verb} ${noun}`) && hasFlag(command, '--push'))
    return published('Built and pushed an image');
  if ((name === 'npm' || name === 'pnpm') && verb === 'dist-tag' && /^(?:add|rm)$/.test(noun))
    return published(`Moved what ${name} gives to everybody`, undefined, 'publish', 'medium');
  if (pushesImage(command)) return published(`Pushed an image with ${name}`);
  if (name === 'expo' && verb === 'publish') return published('Published with expo');
  if (name === 'hub' && verb === 'release' && noun === 'create')
    return published('Ran hub release create', 'hub release');
  if (name === 'gh' && verb === 'workflow' && noun === 'run')
    return /deploy|release|publish|prod/i.test(words(command).join(' '))
      ? published(
          `Started ${words(command)[2] ?? 'a workflow'} on the forge`,
          'gh workflow',
          'deploy',
          'medium',
        )
      : undefined;
  if ((name === 'docker' || name === 'podman') && verb === 'push')
    return /^(?:localhost|127\.0\.0\.1)[:/]/.test(noun) ? undefined : published(`Pushed the image ${noun}`);
  if (name !== 'gh' && name !== 'glab') return script(command, output, false);
  if (verb === 'release' && /^(?:create|delete|upload|edit)$/.test(noun))
    return published(`Ran ${name} release ${noun}`, `${name} release`);
  if (isSaidToOthers(verb, noun))
    return {
      ...published(`Ran ${name} ${verb} ${noun}, which others read`, `${name} ${verb}`),
      severity: 'low',
    };
  if ((verb === 'pr' || verb === 'mr') && noun === 'merge')
    return hasFlag(command, '--disable-auto')
      ? undefined
      : published('Merged a pull request', `${name} merge`, 'merge', 'medium');
  if (verb === 'pr' && noun === 'review' && hasFlag(command, '--approve', '-a'))
    return published('Approved a pull request', 'gh approve', 'approve');
  if (
    verb === 'repo' &&
    (/^(?:delete|archive)$/.test(noun) || (noun === 'edit' && hasFlag(command, '--visibility')))
  )
    return published(`Ran gh repo ${noun}`, 'gh repo');
  if (verb === 'repo' && noun === 'create' && hasFlag(command, '--public'))
    return published('Made a public repository', 'gh repo');
  if (verb === 'api' && /\b(?:DELETE)\b/.test(command.args.map(({ value }) => value).join(' '))) {
    const of =
      command.args.find(({ value }) => /^\/?(?:repos|orgs|projects|user)\//.test(value))?.value ?? '';
    if (/comments|reactions|labels|assignees|requested_reviewers|subscription|lock/.test(of))
      return undefined;
    const isWhole = /^\/?repos\/[^/]+\/[^/]+$/.test(of);
    return published(
      'Deleted something through the API of the forge',
      'gh api',
      'delete',
      isWhole ? 'high' : 'medium',
    );
  }
  if (
    verb === 'api' &&
    command.args.some(({ value }) => /\/merge$/.test(value)) &&
    /\bPUT\b/.test(command.args.map(({ value }) => value).join(' '))
  )
    return published('Merged a pull request', `${name} merge`, 'merge', 'medium');
  return undefined;
};

const publishers =
  /^(?:(?:npm|pnpm|yarn|cargo|bun|poetry|uv|vsce|ovsx|hatch|flit|pdm|lerna|nx|deno|jsr|changeset|dart|flutter) publish |(?:yarn|pnpm|bun) npm publish |nx release |gem push |twine upload |goreleaser release |semantic-release |cargo release |mvnw? deploy |mvnw? release:perform |dotnet nuget push|nuget push |flutter pub publish|dart pub publish|mix hex\.publish |gradlew? publish|pod trunk push|helm push |np |eas submit |fastlane (?:release|deliver|supply|upload\S{0,40}|beta|deploy) |sbt \S{0,40}[pP]ublish\S{0,20} |surge \S|gh-pages |npm access public|docker compose push |docker-compose push |chart-releaser |npm stage publish)/;

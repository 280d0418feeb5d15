import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, isDryRun, operandsOf, placeOfArgument } from './deed.ts';

const installers = new Set([
  'apt',
  'choco',
  'winget',
  'scoop',
  'snap',
  'apt-get',
  'yum',
  'dnf',
  'apk',
  'brew',
  'pacman',
  'systemctl',
  'npm',
  'pip',
  'pip3',
  'corepack',
]);

/** Rule 18: more rights than a developer's work needs. */
export const privilege: Classifier = (command, around, { hasFailed }) => {
  const raised = (target: string, what: string): DeedDraft => ({
    rule: 'priv.escalate',
    severity: 'medium',
    target,
    what,
    wish: 'root',
  });
  const { name } = command;
  if (command.isRemote || hasFailed || isDryRun(command)) return undefined;
  const isRoot = command.wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|run0)$/.test(wrapper));
  const own = /^(?:chown|chmod)$/.test(name) ? operandsOf(command).slice(1) : operandsOf(command);
  const isMadeAgain =
    own.length > 0 &&
    own.every((one) => ['build', 'temporary'].includes(placeOfArgument(one, command, around)));
  if (
    isRoot &&
    !installers.has(name) &&
    !looks.has(name) &&
    !(isMadeAgain && /^(?:chown|chmod|rm|mkdir|cp|mv)$/.test(name))
  )
    return raised(name, `Ran ${name} as root`);
  if (name === 'su' && command.args.length > 0) return raised('su', 'Ran a command as another user');
  const operands = operandsOf(command);
  const isTemporary = operands
    .slice(1)
    .every((one) => ['temporary', 'build'].includes(placeOfArgument(one, command, around)));
  if (name === 'chmod' && !isTemporary && operands.some(({ value }) => openToAll.test(value)))
    return raised('chmod', 'Gave everybody all rights on a file');
  if (name === 'chown' && hasFlag(command, '-R', '--recursive') && !isTemporary)
    return raised('chown', 'Changed the owner of whole folders');
  if (name === 'usermod' || name === 'visudo' || name === 'adduser' || name === 'useradd')
    return raised(name, `Changed the rights of a user with ${name}`);
  const container = containerWithAll(command);
  if (container !== undefined) return raised('container', container);
  if (name === 'Set-ExecutionPolicy' && !command.args.some(({ value }) => /^Process$/i.test(value)))
    return raised(name, 'Changed which scripts the machine runs');
  if (
    name === 'reg' &&
    /^(?:add|delete|import)$/i.test(operands[0]?.value ?? '') &&
    /^HKLM|^HKEY_LOCAL/i.test(operands[1]?.value ?? '')
  )
    return raised('registry', 'Changed the registry of the machine');
  const lasting = startsLater(command);
  if (lasting !== undefined) return { ...raised('schedule', lasting), wish: 'schedule' };
  const opened = accessGiven(command);
  if (opened !== undefined) return { ...raised('access', opened), wish: 'access' };
  if (name === 'setcap') return raised('setcap', 'Gave a program rights of root');
  if (name === 'spctl' || name === 'csrutil' || name === 'setenforce')
    return raised(name, `Switched a protection of the system off with ${name}`);
  const written = [
    ...command.redirections
      .filter(({ operator }) => operator.startsWith('>') || operator.startsWith('&>'))
      .map(({ target }) => target),
    ...(name === 'tee' ? operands : []),
    ...(name === 'cp' || name === 'mv' || name === 'ln' || name === 'install' ? operands.slice(-1) : []),
    ...(name === 'sed' && hasFlag(command, '-i', '--in-place') ? operands.slice(1) : []),
  ].map((target) => resolvePath(command.cwd, target.value) ?? target.value);
  const profile = written.find((path) => profiles.test(path));
  return profile ? raised(profile, `Wrote ${profile}`) : undefined;
};

const containers = /^(?:docker|podman|nerdctl)$/;

/** A container that has the rights or the files of the whole machine. */
function containerWithAll(command: SimpleCommand): string | undefined {
  const { name } = command;
  const operands = operandsOf(command);
  if (
    containers.test(name) &&
    /^(?:run|create)$/.test(operands[0]?.value ?? '') &&
    command.args.some(
      ({ value }) =>
        /^(?:(?:-v|--volume|--mount)=?)?(?:\/:\/|\/(?:etc|root|boot|var\/lib)\/?:(?!.{1,200}:ro\b)|type=bind,(?:src|source)=\/,)|\/docker\.sock:/.test(
          value,
        ) || /^--(?:pid|userns)=host$/.test(value),
    )
  )
    return 'Started a container that reaches the whole machine';
  if (
    (containers.test(name) &&
      operands[0]?.value === 'run' &&
      (hasFlag(command, '--privileged') ||
        command.args.some(({ value }) =>
          /^--cap-add=(?:ALL|SYS_ADMIN)$|(?:apparmor|seccomp)=unconfined/i.test(value),
        ))) ||
    (/^(?:kubectl|oc)$/.test(name) &&
      operands[0]?.value === 'debug' &&
      /^node\//.test(operands[1]?.value ?? '')) ||
    (/^(?:lxc|incus)$/.test(name) &&
      command.args.some(({ value }) => /^(?:source=\/|security\.privileged=true)$/.test(value)))
  )
    return 'Started a container with all rights on the machine';
  return undefined;
}

/** What runs by itself from now on, after the session is over. */
function startsLater(command: SimpleCommand): string | undefined {
  const line = [command.name, ...command.args.map(({ value }) => value)].join(' ').slice(0, 400);
  if (/^crontab(?: -u \S{1,40})?(?: -$| (?!-)\S|$)/.test(line)) return 'Put a job into the crontab';
  if (/^launchctl (?:load|bootstrap|enable|submit)\b/.test(line)) return 'Made a program start by itself';
  if (/^systemctl\b(?=.* --user\b).* enable\b/.test(line)) return 'Made a service start by itself';
  if (/^(?:schtasks \/create|Register-ScheduledTask)\b/i.test(line)) return 'Put a task into the schedule';
  if (/^(?:at|batch)(?: -[a-z]+)* (?:now|\d|midnight|noon|teatime|tomorrow)/.test(line))
    return 'Put a job into the queue of at';
  return /^pm2 (?:startup|save)\b|^loginctl enable-linger\b|^update-rc\.d\b/.test(line)
    ? 'Made a program start by itself'
    : undefined;
}

/** Somebody or something else may do more from now on: at the forge, in a cloud, in a cluster, in a registry. */
const gives: readonly (readonly [line: RegExp, what: string])[] = [
  [
    /^(?:gh|glab) api\b(?=.{0,300}\b(?:PUT|POST|PATCH)\b).{0,300}\/(?:collaborators|memberships|members|keys|hooks|invitations|installations|outside_collaborators|teams)(?:\/|\s|\?|$)/i,
    'Gave access through the API of the forge',
  ],
  [
    /^(?:gh|glab) api\b(?=.{0,300}\b(?:PUT|PATCH)\b).{0,300}\/(?:protection|rulesets|protected_branches)\b/i,
    'Changed what protects a branch',
  ],
  [
    /^curl\b(?=.{0,300}\b(?:PUT|POST|PATCH)\b).{0,300}(?:api\.github\.com|\/api\/v4)\/\S{1,200}\/(?:collaborators|keys|hooks|members|invitations)\b/i,
    'Gave access through the API of the forge',
  ],
  [
    /^gh (?:repo deploy-key|ssh-key|gpg-key) add\b|^glab (?:deploy-key|ssh-key) add\b/,
    'Added a key at the forge',
  ],
  [
    /^(?:npm|pnpm|yarn npm|cargo|gem) (?:owner|access grant|access)\b.{0,80}\b(?:add|grant|--add|-a)\b|^npm owner add\b/,
    'Gave somebody rights on a package',
  ],
  [
    /^aws iam (?:create-access-key|attach-\w{1,20}-policy|put-\w{1,20}-policy|create-login-profile|add-user-to-group|update-assume-role-policy)\b/,
    'Gave rights in the cloud',
  ],
  [
    /^gcloud\b.{0,120}\badd-iam-policy-binding\b|^gcloud iam service-accounts keys create\b/,
    'Gave rights in the cloud',
  ],
  [/^az (?:role assignment create|ad sp create-for-rbac|keyvault set-policy)\b/, 'Gave rights in the cloud'],
  [
    /^(?:kubectl|oc)\b.{0,80}\bcreate (?:cluster)?rolebinding\b|^oc adm policy add-/,
    'Gave rights in a cluster',
  ],
  [/^ssh-copy-id\b/, 'Gave a key access to another machine'],
  [/^vault (?:policy write|token create)\b/, 'Gave rights in a store of secrets'],
];

function accessGiven({ name, args }: SimpleCommand): string | undefined {
  if (!/^(?:gh|glab|curl|npm|pnpm|yarn|cargo|gem|aws|gcloud|az|kubectl|oc|ssh-copy-id|vault)$/.test(name))
    return undefined;
  const line = [name, ...args.slice(0, 40).map(({ value }) => value.slice(0, 200))].join(' ').slice(0, 800);
  return gives.find(([shape]) => shape.test(line))?.[1];
}

const looks = new Set([
  'true',
  'whoami',
  'id',
  'ls',
  'cat',
  'lsof',
  'ss',
  'netstat',
  'journalctl',
  'dmesg',
  'docker',
  'find',
  'grep',
  'ps',
  'test',
  '-l',
  '-n',
  '-v',
  '',
]);
const openToAll = /^0?777$|^0?666$|^(?:a|ugo)?[+=]rwx$|^(?:u|g|ug|a)?\+s$|^[2467]\d{3}$/;
const profiles =
  /^\/etc\/|(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)$|(?:^|\/)\.ssh\/|(?:^|\/)\.config\/fish\/config\.fish$|^\/(?:Library|System)\/Launch|(?:^|\/)Library\/LaunchAgents\//;

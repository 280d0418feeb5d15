import { namesSecretFile, resolvePath, withoutPattern } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, operandsOf } from './deed.ts';

const installers = new Set([
  'apt',
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
export const privilege: Classifier = (command) => {
  const raised = (target: string, what: string): DeedDraft => ({
    rule: 'priv.escalate',
    severity: 'medium',
    target,
    what,
  });
  const { name } = command;
  if (command.isRemote) return undefined;
  if (command.wrappers.some((wrapper) => wrapper === 'sudo' || wrapper === 'doas') && !installers.has(name)) {
    return raised(name, `Ran ${name} as root`);
  }
  if (
    name === 'chmod' &&
    operandsOf(command).some(({ value }) => /^0?777$|^a\+rwx$|^\+s$|^[u+]*s$/.test(value))
  ) {
    return raised('chmod', 'Gave everybody all rights on a file');
  }
  if (name === 'chown' && hasFlag(command, '-R', '--recursive'))
    return raised('chown', 'Changed the owner of whole folders');
  if (name === 'usermod' || name === 'visudo')
    return raised(name, `Changed the rights of a user with ${name}`);
  if (name === 'setcap') return raised('setcap', 'Gave a program rights of root');
  const written = [
    ...command.redirections
      .filter(({ operator }) => operator.startsWith('>') || operator.startsWith('&>'))
      .map(({ target }) => target),
    ...(name === 'tee' ? operandsOf(command) : []),
  ].map((target) => resolvePath(command.cwd, target.value) ?? target.value);
  const profile = written.find((path) =>
    /^\/etc\/|(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile)$|(?:^|\/)\.ssh\//.test(path),
  );
  return profile ? raised(profile, `Wrote ${profile}`) : undefined;
};

const readers = new Set([
  'cat',
  'less',
  'more',
  'head',
  'tail',
  'sed',
  'awk',
  'grep',
  'rg',
  'bat',
  'nl',
  'strings',
  'base64',
  'xxd',
  'od',
  'cp',
  'source',
  '.',
  'vim',
  'nano',
  'cut',
  'sort',
]);

const showingGit = new Set(['show', 'diff', 'log', 'blame', 'cat-file', 'grep']);
/** Programs that print what a store of secrets holds, by their first two words. */
const secretStores: readonly (readonly [program: string, words: RegExp, store: string])[] = [
  ['op', /^(?:read|item) /, '1Password'],
  ['vault', /^(?:read |kv get$)/, 'Vault'],
  ['pass', /^show /, 'the password store'],
  ['gopass', /^show /, 'the password store'],
  ['bw', /^get /, 'Bitwarden'],
  ['doppler', /^secrets /, 'Doppler'],
  ['heroku', /^config(?::get)? /, 'the configuration of a Heroku app'],
  ['gcloud', /^secrets versions$/, 'Google Secret Manager'],
  ['az', /^keyvault secret$/, 'Azure Key Vault'],
];

/** Rule 31: a secret was looked at. What was in it is redacted; that it was opened is the point. */
export const secretRead: Classifier = (command) => {
  const read = (target: string, what = `Read ${target}, which holds secrets`): DeedDraft => ({
    rule: 'secret.read',
    severity: 'medium',
    target,
    what,
  });
  const [verb = '', noun = ''] = operandsOf(command).map(({ value }) => value);
  const { name } = command;
  if (readers.has(name)) {
    const operands = operandsOf({ args: withoutPattern(name, command.args) });
    // A copy reads all but its last name, which it writes.
    const given = command.redirections.filter(({ operator }) => operator === '<').map(({ target }) => target);
    const files = [...(name === 'cp' ? operands.slice(0, -1) : operands), ...given];
    const file = files.find(({ value }) => namesSecretFile(value))?.value;
    return file ? read(file) : undefined;
  }
  if (name === 'printenv' || (name === 'env' && command.args.length === 0)) {
    return command.pipe.after.some((next) => next === 'grep' || next === 'rg')
      ? undefined
      : read('the environment', 'Printed the whole environment');
  }
  if (name === 'git' && showingGit.has(verb)) {
    const file = operandsOf(command).find(({ value }) => namesSecretFile(value))?.value;
    return file ? read(file) : undefined;
  }
  if (['docker', 'podman', 'kubectl'].includes(name) && verb === 'exec') {
    const last = operandsOf(command).at(-1)?.value;
    return last === 'env' || last === 'printenv'
      ? read('the environment', 'Printed the environment of a container')
      : undefined;
  }
  const store = secretStores.find(
    ([program, words]) => program === name && words.test(`${verb} ${noun}`),
  )?.[2];
  if (store) return read(store);
  if (name === 'gh' && verb === 'auth' && noun === 'token')
    return read('gh auth token', 'Printed the GitHub token');
  if (name === 'security' && /^find-(?:generic|internet)-password$/.test(verb))
    return read('the keychain', 'Read the keychain');
  if (name === 'aws' && operandsOf(command).some(({ value }) => value === 'get-secret-value'))
    return read('AWS Secrets Manager');
  if (
    name === 'kubectl' &&
    verb === 'get' &&
    /^secrets?(?:\/|$)/.test(noun) &&
    /json|yaml/.test(command.args.map(({ value }) => value).join(' '))
  ) {
    return read('a Kubernetes secret');
  }
  return undefined;
};

/** Rule 35: code of strangers comes in. */
export const dependency: Classifier = (command) => {
  const [verb = '', ...names] = operandsOf(command).map(({ value }) => value);
  const { name } = command;
  const adds =
    (['npm', 'pnpm', 'yarn', 'bun'].includes(name) && ['add', 'install', 'i'].includes(verb)) ||
    (['pip', 'pip3'].includes(name) && verb === 'install') ||
    (['uv', 'poetry', 'cargo', 'pdm', 'dotnet', 'mix', 'bundle'].includes(name) && verb === 'add') ||
    (name === 'go' && verb === 'get') ||
    (['gem', 'brew'].includes(name) && verb === 'install') ||
    (name === 'composer' && verb === 'require');
  const added = names.filter((one) => !/^[./~]|^(?:-r|requirements)|\.(?:txt|whl|tgz|tar\.gz)$/.test(one));
  const [first] = added;
  if (!adds || first === undefined || hasFlag(command, '-g', '--global', '-r', '--requirement', '-e'))
    return undefined;
  return {
    rule: 'dep.add',
    severity: name === 'go' && /@(?:latest|v)/.test(first) ? 'low' : 'medium',
    target: first,
    what: `Added the dependency ${added.slice(0, 3).join(', ')}${added.length > 3 ? ` and ${added.length - 3} more` : ''}`,
  };
};

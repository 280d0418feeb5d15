import { type SimpleCommand, withoutPattern } from '@debrief/shell';
import { type Classifier, type DeedDraft, hasFlag, operandsOf } from './deed.ts';
import { programText } from './program-text.ts';
import { namesSecret } from './secret-name.ts';

export const readers = new Set([
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

/** What a folder of secrets holds. */
const secretFolder = /(?:^|\/)secrets?\/(?:[\w-]{1,60}\/){0,4}[\w.-]{1,60}\.(?:ya?ml|json|env|txt|toml|ini)$/;

const showingGit = new Set(['show', 'diff', 'log', 'blame', 'cat-file', 'grep']);
/** Programs that print what a store of secrets holds, by their first two words. */
export const secretStores: readonly (readonly [program: string, words: RegExp, store: string])[] = [
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
export const secretRead: Classifier = (command, _, { hasFailed }) => {
  const read = (target: string, what = `Read ${target}, which holds secrets`): DeedDraft => ({
    rule: 'secret.read',
    severity: isOnlyUsed(command) || isOfDevelopment(target) ? 'low' : 'medium',
    target,
    what,
  });
  if (hasFailed) return undefined;
  const [verb = '', noun = ''] = operandsOf(command).map(({ value }) => value);
  const { name } = command;
  if (readers.has(name)) {
    const operands = operandsOf({ args: withoutPattern(name, command.args) });
    // A copy reads all but its last name, which it writes.
    const given = command.redirections.filter(({ operator }) => operator === '<').map(({ target }) => target);
    const files = [...(name === 'cp' ? operands.slice(0, -1) : operands), ...given];
    const file = files.find(({ value }) => namesSecret(value) || secretFolder.test(value))?.value;
    return file ? read(file) : undefined;
  }
  const fed = command.redirections.find(
    ({ operator, target }) => operator === '<' && namesSecret(target.value),
  );
  if (fed) return read(fed.target.value);
  const inProgram = programText(command);
  if (inProgram !== undefined) {
    const file = [...inProgram.matchAll(/["'`]([^"'`\n]{3,200})["'`]/g)]
      .slice(0, 100)
      .map(([, text = '']) => text)
      .find((text) => /[./]/.test(text) && namesSecret(text));
    return file && /\b(?:open|read\w{0,12}|load\w{0,12}|config|File)\b/.test(inProgram)
      ? read(file)
      : undefined;
  }
  if (name === 'printenv' && command.args.length > 0) return undefined;
  if (name === 'printenv' || (name === 'env' && command.args.length === 0)) {
    return command.pipe.after.some((next) => next === 'grep' || next === 'rg')
      ? undefined
      : read('the environment', 'Printed the whole environment');
  }
  if (name === 'git' && showingGit.has(verb)) {
    const file = operandsOf(command).find(({ value }) => namesSecret(value))?.value;
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
  const line = command.args
    .map(({ value }) => value)
    .join(' ')
    .slice(0, 300);
  if (name === 'gcloud' && /^auth (?:application-default )?print-(?:access|identity)-token/.test(line))
    return read('gcloud auth', 'Printed a token of Google Cloud');
  if (name === 'kubectl' && /^config view\b.{0,200}--raw/.test(line)) return read('~/.kube/config');
  if (/^(?:docker|podman)$/.test(name) && verb === 'inspect' && /Config\.Env|\.Env\b/.test(line))
    return read('the environment', 'Printed the environment of a container');
  if (name === 'gh' && verb === 'auth' && noun === 'token')
    return read('gh auth token', 'Printed the GitHub token');
  if (/^gpg2?$/.test(name) && /--export-secret-(?:keys|subkeys)/.test(line))
    return read('the keys of gpg', 'Exported secret keys');
  if (name === 'security' && /^(?:dump-keychain|export)\b/.test(line))
    return read('the keychain', 'Read the keychain');
  if (name === 'security' && /^find-(?:generic|internet)-password$/.test(verb))
    return read('the keychain', 'Read the keychain');
  if (name === 'aws' && operandsOf(command).some(({ value }) => value === 'get-secret-value'))
    return read('AWS Secrets Manager');
  // Whatever stands before, such as `-n shop`.
  if (/^(?:kubectl|oc)$/.test(name) && /(?:^|\s)get secrets?[ /].{0,200}(?:json|yaml|template)/.test(line))
    return read('a Kubernetes secret');
  return undefined;
};

/** The project's own settings for development; those of a server and of the person are another thing. */
export const isOfDevelopment = (path: string): boolean =>
  !/^(?:~|\/(?:home|root|Users)\/[^/]+\/\.|\$HOME)/.test(path) &&
  /(?:^|[/\\:])(?:\.env(?:\.(?:local|dev|development|test|testing|ci|defaults?))?|\.npmrc|\.envrc)$/.test(
    path,
  );

/** Loaded into a shell, counted, or only its names shown: what it holds was not printed. */
function isOnlyUsed(command: SimpleCommand): boolean {
  const { name, pipe } = command;
  if (name === 'source' || name === '.' || name === 'cp') return true;
  if (name === 'grep' || name === 'rg') return hasFlag(command, '-c', '-q', '-l', '--count', '--quiet');
  if (name === 'cut') return command.args.some(({ value }) => /^-f1$/.test(value));
  if (name === 'sed')
    return command.args.some(({ value }) =>
      /=[^/|]{0,20}[/|][^/|]{0,40}(?:\*{2,}|redacted|xxx|<)/i.test(value),
    );
  // Handed to a program that signs in with it.
  if (name === 'gh') return pipe.after.length > 0;
  return pipe.after.some((next) => next === 'wc' || next === 'sha256sum' || next === 'md5sum');
}

import type { SimpleCommand } from '@debrief/shell';
import { screened } from '../../screen/screened.ts';
import { type Classifier, type DeedDraft, hasFlag } from './deed.ts';
import { doneAtForge } from './elsewhere/forge.ts';
import { isDry, words } from './service.ts';

/** A registry on the machine itself. */
const isLocalRegistry = ({ args }: SimpleCommand): boolean =>
  args.some(({ value }) => /(?:^|=|\/\/)(?:localhost|127\.0\.0\.1)[:/]/.test(value));

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
      return /^(?:push|copy|cp|tag)$/.test(verb);
    case 'gcloud':
      return /\b(?:images add-tag|docker tags add)\b/.test(words(command).join(' '));
    case 'aws':
      return verb === 'ecr' && noun === 'put-image';
    case 'az':
      return verb === 'acr' && noun === 'import';
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
  if (
    /^(?:docker|podman)$/.test(name) &&
    verb === 'buildx' &&
    noun === 'imagetools' &&
    hasFlag(command, '-t', '--tag')
  )
    return published('Moved a tag of an image');
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
  const done = doneAtForge(command);
  if (done) return done;
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
  return undefined;
};

const publishers =
  /^(?:(?:npm|pnpm|yarn|cargo|bun|poetry|uv|vsce|ovsx|hatch|flit|pdm|lerna|nx|deno|jsr|changeset|dart|flutter) publish |(?:yarn|pnpm|bun) npm publish |nx release |gem push |twine upload |goreleaser release |semantic-release |cargo release |mvnw? deploy |mvnw? release:perform |dotnet nuget push|nuget push |flutter pub publish|dart pub publish|mix hex\.publish |gradlew? publish|pod trunk push|helm push |np |eas submit |fastlane (?:release|deliver|supply|upload\S{0,40}|beta|deploy) |sbt \S{0,40}[pP]ublish\S{0,20} |surge \S|gh-pages |npm access public|docker compose push |docker-compose push |chart-releaser |npm stage publish)/;

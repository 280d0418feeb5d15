import type { SimpleCommand } from '@debrief/shell';
import { placeOf } from '../../place.ts';
import { type Classifier, type DeedDraft, hasFlag, isDryRun, operandsOf } from './deed.ts';
import { isOneOff } from './known-package.ts';

export const managers: Record<string, RegExp> = {
  npm: /^(?:add|install|i)$/,
  pnpm: /^(?:add|install|i)$/,
  yarn: /^add$/,
  bun: /^(?:add|install|i)$/,
  pip: /^install$/,
  pip3: /^install$/,
  pipx: /^(?:install|inject)$/,
  uv: /^add$/,
  poetry: /^add$/,
  pdm: /^add$/,
  rye: /^add$/,
  pipenv: /^install$/,
  conda: /^install$/,
  cargo: /^add$/,
  go: /^get$/,
  gem: /^install$/,
  bundle: /^add$/,
  composer: /^require$/,
  dotnet: /^add$/,
  mix: /^add$/,
  dart: /^add$/,
  flutter: /^add$/,
  brew: /^install$/,
  deno: /^add$/,
  jsr: /^add$/,
  // Only what they write into a manifest.
  jq: /^$/,
  yq: /^$/,
  dasel: /^$/,
};

const withValue =
  /^(?:-w|--workspace|--filter|-F|-C|--dir|--prefix|--cwd|-p|--package|--registry|--index-url|-i|--extra-index-url|--target|-t|--features|--group|-G|--manifest-path)$/;

/** Rule 35: code of strangers comes in. */
export const dependency: Classifier = (command, around, { hasFailed }) => {
  const { name } = command;
  const set = hasFailed ? [] : setInManifest(command);
  if (set.length > 0) return addition(set, false);
  const verbs = Object.hasOwn(managers, name) ? managers[name] : undefined;
  if (!verbs || hasFailed || isDryRun(command)) return undefined;
  if (command.cwd !== undefined && placeOf(command.cwd, around) === 'temporary') return undefined;
  const words = plainWords(command);
  // `yarn workspace web add x`, `dotnet add App.csproj package X`, `dart pub add x`.
  const at = words.findIndex((word) => verbs.test(word));
  if (at < 0 || at > (name === 'yarn' ? 2 : name === 'dart' || name === 'flutter' ? 1 : 0)) return undefined;
  const rest = words.slice(at + 1);
  const names =
    name === 'dotnet' ? rest.slice(rest.indexOf('package') + 1, rest.indexOf('package') + 2) : rest;
  if (name === 'dotnet' && !rest.includes('package')) return undefined;
  const added = names.filter(
    (one) =>
      /^(?:https?|git\+)/.test(one) ||
      !/^[./~]|^(?:-r|requirements)|\.(?:txt|whl|tgz|tar\.gz)$|^\d/.test(one),
  );
  const isFromFile = /^pip/.test(name) && hasFlag(command, '-r', '--requirement', '-e', '--editable');
  if (added.length === 0 || isFromFile || hasFlag(command, '-g', '--global')) return undefined;
  return addition(
    added,
    isDevelopment(command, added) || (name === 'go' && added.every((one) => /@/.test(one))),
  );
};

const ofManifest =
  /^\.?(?:dependencies|peerDependencies|optionalDependencies)(?:\.|\[["']?)(@?[\w./-]{1,100})["']?\]?(?:\.version)?\s{0,3}(?:=|$)/;

/** Packages that a command writes into the manifest by itself: `npm pkg set dependencies.x=1`, `go mod edit -require=x@v1`. */
function setInManifest({ name, args }: SimpleCommand): string[] {
  const words = args.map(({ value }) => value);
  if (/^(?:npm|pnpm)$/.test(name) && words[0] === 'pkg' && words[1] === 'set')
    return words.slice(2).flatMap((word) => ofManifest.exec(word)?.[1] ?? []);
  if (name === 'go' && words[0] === 'mod' && words[1] === 'edit')
    return words.flatMap((word) => /^-require=([^@\s]{3,160})@/.exec(word)?.[1] ?? []);
  if (/^(?:jq|yq|dasel)$/.test(name))
    return words.slice(0, 6).flatMap((word) =>
      word
        .slice(0, 500)
        .split('|')
        .flatMap((part) => {
          const found = /(?<!=)=(?!=)/.test(part) ? ofManifest.exec(part.trim())?.[1] : undefined;
          return found ?? [];
        }),
    );
  return [];
}

function plainWords(command: SimpleCommand): string[] {
  const args = command.args.map(({ value }) => value);
  const taken = new Set(args.flatMap((one, index) => (withValue.test(one) ? [index + 1] : [])));
  const plain = args.filter((one, index) => !taken.has(index) && !one.startsWith('-'));
  return plain.length > 0 || taken.size > 0 ? plain : operandsOf(command).map(({ value }) => value);
}

/** Types of what is there already, tools for development, and what only the machine gets. */
const isDevelopment = (command: SimpleCommand, names: readonly string[]): boolean =>
  names.every((one) => one.startsWith('@types/')) ||
  /^(?:brew|pip3?|pipx|gem|conda)$/.test(command.name) ||
  hasFlag(command, '--save-dev', '--dev', '-D') ||
  command.args.some(
    ({ value }, at) => value === 'dev' && /^(?:--group|-G)$/.test(command.args[at - 1]?.value ?? ''),
  );

const bare = (name: string): string =>
  name.replace(/^(.{1,214}?)(?:@[^/]{0,60}|[=<>~!^[].{0,100})$/, '$1').toLowerCase();

/** One finding for a command or an edit that adds packages. */
export function addition(names: readonly string[], isDev: boolean): DeedDraft {
  const oneOff = names
    .map((name) => ({ name: bare(name), known: isOneOff(bare(name)) }))
    .find(({ known }) => known);
  const isForeign = names.some((name) => /^(?:git\+|https?:|github:|git@)/.test(name));
  const listed = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
  return {
    rule: 'dep.add',
    severity: oneOff ? 'high' : isDev && !isForeign ? 'low' : 'medium',
    target: names[0] ?? '',
    what: oneOff
      ? `Added the dependency ${oneOff.name}, one letter off ${oneOff.known}`
      : `Added the dependency ${listed}`,
    ...(oneOff ? {} : { wish: 'depend' as const }),
    paths: names.slice(0, 20).map(bare),
  };
}

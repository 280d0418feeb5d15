import { type FileChange, hunksOf } from '@debrief/transcript';
import { fileKind } from '../file.ts';
import type { DeedDraft } from './deeds/deed.ts';
import { addition } from './deeds/dependency.ts';

const maxLines = 2000;
const maxNames = 30;

/** `"name": "^1.2.0"` and the like, as each kind of manifest writes a dependency. */
const manifests: readonly (readonly [file: RegExp, line: RegExp])[] = [
  [
    /(?:^|\/)(?:package|composer|deno)\.json$/,
    /^\s{0,12}"((?:@[\w.-]{1,100}\/)?[\w./-]{1,100})":\s{0,4}"(?:npm:[^"]{1,60}|jsr:[^"]{1,60}|git\+[^"]{1,200}|github:[^"]{1,100}|https?:[^"]{1,200}|latest|\*|[\^~<>=v ]{0,4}\d[\w.+|<>=^~ -]{0,40})",?\s{0,4}$/,
  ],
  [
    /(?:^|\/)requirements[\w.-]{0,30}\.txt$|(?:^|\/)requirements\/[\w-]{1,30}\.txt$/,
    /^([A-Za-z][\w.-]{1,80})(?:\[[\w,-]{1,60}\])?\s{0,3}(?:[=<>~!]=?.{1,40})?$/,
  ],
  [
    /(?:^|\/)(?:pyproject\.toml|Pipfile)$/,
    /^\s{0,8}(?:"([A-Za-z][\w.-]{1,80})(?:\[[\w,-]{1,60}\])?\s{0,3}(?:[=<>~!]=?[^"]{1,40})?",?|([A-Za-z][\w.-]{1,80})\s{0,3}=\s{0,3}(?:"[\^~>=<*\d][^"]{0,40}"|\{\s{0,3}version.{1,100}))\s{0,4}$/,
  ],
  [
    /(?:^|\/)Cargo\.toml$/,
    /^\s{0,4}([A-Za-z][\w-]{1,80})\s{0,4}=\s{0,4}(?:"[\^~=<>*\d][^"]{0,40}"|\{\s{0,3}(?:version|git)\b.{1,200})\s{0,4}$/,
  ],
  [
    /(?:^|\/)go\.mod$/,
    /^\s{0,4}(?:require\s{1,4})?([a-z0-9.-]{3,60}\.[a-z]{2,10}\/[\w./-]{1,150})\s{1,4}v\d[\w.+-]{0,80}\s{0,4}$/,
  ],
  [/(?:^|\/)Gemfile$/, /^\s{0,8}gem\s{1,4}['"]([\w-]{2,80})['"]/],
  [/(?:^|\/)pubspec\.yaml$/, /^\s{1,4}([a-z][a-z0-9_]{1,60}):\s{1,4}[\^>=<]?\d[\w.+-]{0,30}\s{0,4}$/],
  [/(?:^|\/)mix\.exs$/, /^\s{0,12}\{:([a-z][a-z0-9_]{1,60}),\s{0,4}"[~>=<\d]/],
  [
    /(?:^|\/)(?:build\.gradle(?:\.kts)?|libs\.versions\.toml)$/,
    /^\s{0,12}(?:implementation|api|compileOnly|runtimeOnly)[\s(]{1,3}["']([\w.-]{2,80}:[\w.-]{2,80}):/,
  ],
];
/** Keys of a manifest that look like a package and are none. */
const notPackages =
  /^(?:version|node|npm|pnpm|yarn|bun|engines|packageManager|manifestVersion|schemaVersion|name|python|requires-python|edition|rust-version|sdk|flutter|target|line-length|python_version|minversion|vscode|typesVersions|port|fail_under|description|license)$|version$/i;

/** Packages that a command puts into a manifest by a line: `echo "x==1" >> requirements.txt`. */
export function dependencyLines(
  path: string,
  added: readonly string[],
  removed: readonly string[],
): DeedDraft | undefined {
  const line = manifests.find(([file]) => file.test(path.slice(-300)))?.[1];
  if (!line || fileKind(path) === 'test') return undefined;
  const namesIn = (lines: readonly string[]) =>
    lines.slice(0, maxNames).flatMap((one) => {
      const found = line.exec(one.slice(0, 400));
      const name = found?.[1] ?? found?.[2];
      return name === undefined || notPackages.test(name) ? [] : [name];
    });
  const before = new Set(namesIn(removed));
  const names = namesIn(added).filter((name) => !before.has(name));
  return names.length === 0 ? undefined : addition(names, false);
}

/** Packages that an edit of a manifest adds; those that were in it before are only moved or upgraded. */
export function dependencyEdit(change: FileChange): DeedDraft | undefined {
  const line = manifests.find(([file]) => file.test(change.path.slice(-300)))?.[1];
  if (!line || change.change === 'delete' || fileKind(change.path) === 'test') return undefined;
  const added = new Set<string>();
  const before = new Set<string>();
  let count = 0;
  for (const hunk of hunksOf(change)) {
    for (const one of hunk.lines) {
      if (++count > maxLines) break;
      const found = line.exec(one.slice(1, 400));
      const name = found?.[1] ?? found?.[2];
      if (
        name === undefined ||
        notPackages.test(name) ||
        /\b(?:workspace|file|link|path)\s{0,3}[:=]|\/\/ indirect/.test(one)
      )
        continue;
      if (one.startsWith('+')) added.add(name);
      else before.add(name);
    }
  }
  const names = [...added].filter((name) => !before.has(name)).slice(0, maxNames);
  if (names.length === 0) return undefined;
  // A manifest of its own is a new project, not a new dependency of this one.
  return addition(names, change.change === 'add' || names.every((name) => name.startsWith('@types/')));
}

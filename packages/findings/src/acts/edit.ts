import { type FileChange, hunksOf } from '@debrief/transcript';
import { fileKind, guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import type { Edit, EditSignal } from './act.ts';

const linesRead = 2000;
const longestLine = 2000;

/** A change by an edit tool, with what its lines show. */
export function editOf(
  change: FileChange,
  at: { sequence: number; lane?: string },
  around: Surroundings,
): Edit {
  const { added, removed } = changedLines(change);
  const file = fileKind(change.path);
  const place = placeOf(absolute(change.path, around.root), around);
  // A throw-away copy controls nothing.
  const guard = place === 'temporary' ? undefined : guardOf(change.path);
  return {
    kind: 'edit',
    ...at,
    path: change.path.slice(0, 400),
    file,
    ...(guard && { guard }),
    change: change.change,
    added: change.added,
    removed: change.removed,
    isSoft: false,
    isCosmetic: added.length + removed.length > 0 && [...added, ...removed].every(isCosmetic),
    isOutside: place === 'home' || place === 'system',
    signals: signalsOf(file, guard, added, removed),
  };
}

const absolute = (path: string, root: string | undefined): string | undefined =>
  path.startsWith('/') || path.startsWith('~') ? path : root === undefined ? undefined : `${root}/${path}`;

/** The lines themselves, at most so many of each; the counts of the change stay the agent's own. */
function changedLines(change: FileChange): { added: string[]; removed: string[] } {
  const added: string[] = [];
  const removed: string[] = [];
  for (const hunk of hunksOf(change)) {
    for (const line of hunk.lines) {
      if (added.length + removed.length >= linesRead) return { added, removed };
      if (line.startsWith('+')) added.push(line.slice(1, longestLine));
      else if (line.startsWith('-')) removed.push(line.slice(1, longestLine));
    }
  }
  return { added, removed };
}

const isCosmetic = (line: string): boolean =>
  /^\s*(?:$|\/\/|#(?!!|\[|include|define|if|endif)|\*|\/\*|--\s|<!--|"""$)/.test(line);

const skips =
  /\bt\.Skip(?:f|Now)?\(|\b(?:it|test|describe|context|suite)\.(?:skip|todo|only|fixme)\b|\bx(?:it|describe|test|context)(?:\(| ['"])|@(?:Disabled|Ignore)\b|@pytest\.mark\.(?:skip|xfail)|@unittest\.skip|pytest\.skip\(|#\[ignore\b|\bXCTSkip\(|\bskip: true\b|\.skip\(true/;
const suppressions =
  /\/\/\s?nolint|eslint-disable|@ts-(?:ignore|expect-error|nocheck)|#\s?noqa|#\s?type:\s?ignore|#\[allow\(|@SuppressWarnings|biome-ignore|#\s?pylint:\s?disable|rubocop:disable|@phpstan-ignore|#\s?nosec/;
const securitySuppressions = /nolint:[\w,]*gosec|security\/|#\s?nosec|noqa:\s?S\d/;
const stubs =
  /\bnot[ _-]?implemented\b|(?:TODO|FIXME):? ?implement|\bTODO\("|NotImplementedError|unimplemented!\(|todo!\(|\bplaceholder implementation\b/i;
const loosened =
  /["']?(?:off|warn|false|0)["']?\s{0,4},?\s{0,4}$|ignore|disable|exclude|skipLibCheck["']?\s{0,4}:\s{0,4}true|continue-on-error:\s{0,4}true/i;
const permissions = /permission|allow|hooks?|deny|bypass|dangerously|sandbox|approval/i;

function signalsOf(
  file: Edit['file'],
  guard: Edit['guard'],
  added: readonly string[],
  removed: readonly string[],
): EditSignal[] {
  const signals = new Set<EditSignal>();
  const removedText = new Set(removed.map((line) => line.trim()));
  for (const line of added) {
    if (removedText.has(line.trim())) continue;
    if (file === 'test' && skips.test(line)) signals.add('skip');
    if (file !== 'document' && suppressions.test(line)) {
      signals.add(securitySuppressions.test(line) ? 'suppress-security' : 'suppress');
    }
    if (file === 'code' && stubs.test(line)) signals.add('stub');
    if (guard === 'quality' && loosened.test(line)) signals.add('loosen');
    if ((guard === 'leash' || guard === 'hooks') && permissions.test(line)) signals.add('permission');
  }
  if (guard === 'hooks' && removed.length > added.length) signals.add('permission');
  return [...signals];
}

/**
 * What runs with a commit where somebody asked for markers. Plain `sh`: it adds some milliseconds, needs no Node, and
 * never keeps a commit from being made.
 */

export type MarkerKind = 'trailer' | 'notes';

/** The hooks each kind needs. The check keeps a message of nothing but markers from counting as a message. */
export const hooksOf: Record<MarkerKind, readonly string[]> = {
  trailer: ['prepare-commit-msg', 'commit-msg'],
  notes: ['post-commit'],
};

export const hookNames = [...new Set(Object.values(hooksOf).flat())];

/** Beside a hook that was there before, so that it can be put back. */
export const beforeName = (hook: string): string => `${hook}.debrief-before`;

const signature = '# Added by "debrief link"; "debrief link --off" takes it away.';

export const isOurs = (content: string): boolean => content.startsWith(`#!/bin/sh\n${signature}\n`);

/** Quoted for `sh`. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The hook itself: first the one that was there, with all it was given; its refusal stands. */
export const hookScript = (hook: string, program: string): string => `#!/bin/sh
${signature}
before="$(dirname "$0")/${beforeName(hook)}"
if [ -x "$before" ]; then "$before" "$@" || exit $?; fi
[ -x ${quoted(program)} ] || exit 0
exec ${quoted(program)} ${hook} "$@"
`;

/** One program for all hooks and repositories. \`active\` lists the sessions that are in use, by folder. */
export const markerProgram = (active: string): string => `#!/bin/sh
# Names the Debrief sessions that are in use in this folder in the commit being made.
hook="$1"
shift
active=${quoted(active)}

sessions() {
  here="$(git rev-parse --show-toplevel 2>/dev/null)" || return 0
  now="$(date +%s)"
  [ -r "$active" ] || return 0
  while IFS=' ' read -r until id root; do
    [ "$root" = "$here" ] && [ "$until" -ge "$now" ] && echo "$id"
  done < "$active"
}

case "$hook" in
  prepare-commit-msg)
    [ "$2" = merge ] && exit 0
    for id in $(sessions); do
      git interpret-trailers --in-place --if-exists addIfDifferent --trailer "Debrief-Session: $id" "$1" || exit 0
    done
    ;;
  commit-msg)
    if grep -q '^Debrief-Session: ' "$1" && ! grep -v '^#' "$1" | grep -v '^Debrief-Session: ' | grep -q '[^[:space:]]'; then
      echo 'Aborting commit due to empty commit message.' >&2
      exit 1
    fi
    ;;
  post-commit)
    for id in $(sessions); do
      git notes --ref=debrief append -m "Debrief-Session: $id" HEAD 2>/dev/null || exit 0
    done
    ;;
esac
exit 0
`;

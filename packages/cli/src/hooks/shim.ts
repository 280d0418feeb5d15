import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Home, pathsOf } from '../home.ts';
import { quoted } from '../shell.ts';

/**
 * The command every hook runs: keeps stdin in the inbox, starts the recorder if none runs, and succeeds whatever
 * happens. It says nothing, but for the lessons of a repository when a session begins and somebody wanted that
 * ("debrief lessons on"). Plain POSIX, two processes at most while a recorder runs; its path and arguments never
 * change, since agents ask for trust again when they do.
 */
export function shimScript(home: Home, node: string): string {
  const paths = pathsOf(home);
  return `#!/bin/sh
# Debrief: hands a hook's input over to the recorder. See "debrief hooks --help".
exec 3>&1 >/dev/null 2>&1
umask 077
state=${quoted(home.state)}
node=${quoted(node)}
program=${quoted(paths.program)}
if [ -e "$state/stopped.json" ] || [ ! -d "$state/inbox" ] || [ ! -r "$program" ]; then
  cat
  exit 0
fi
# What lies ready for this agent in the repository of this folder; its name says which lessons.
copy=
if [ -d "$state/lessons/at" ]; then
  case \${2:-} in
  SessionStart | sessionStart)
    # Cursor runs what is registered for Claude Code, too.
    [ "$1" = cursor ] || [ -z "$CURSOR_VERSION$CURSOR_PROJECT_DIR" ] || set -- "$1" "$2" twice
    [ "$1" != cursor ] || [ -z "$CURSOR_PROJECT_DIR" ] || cd "$CURSOR_PROJECT_DIR"
    cd -P .
    at=$PWD
    while [ -n "$at" ] && [ ! -e "$at/.git" ]; do at=\${at%/*}; done
    [ -z "$at" ] || [ -n "$3" ] || for copy in "$state/lessons/at$at/.debrief/$1"/*; do :; done
    [ -f "$copy" ] || copy=
    ;;
  esac
fi
cat >"$state/inbox/\${1:-unknown}.\${2:-}.$$\${copy:+.\${copy##*/}}" || { cat; copy=; }
# The last thing that is done. The shell becomes what tells them: another process takes longer.
finish() {
  [ -z "$copy" ] || { exec cat >&3; } <"$copy"
  exit 0
}
if read -r pid <"$state/recorder.pid" && kill -0 "$pid"; then
  condition=
  # A process that ended and was never waited for is still listed.
  [ -r "/proc/$pid/stat" ] && read -r _ _ condition _ <"/proc/$pid/stat"
  case $condition in Z* | X*) ;; *) finish ;; esac
fi
[ -x "$node" ] || node=$(command -v node) || finish
if command -v setsid; then
  (setsid "$node" "$program" record --background </dev/null 3>&- &)
else
  (nohup "$node" "$program" record --background </dev/null 3>&- &)
fi
finish
`;
}

export async function installShim(home: Home, node = process.execPath): Promise<string> {
  const { shim, inbox } = pathsOf(home);
  const script = shimScript(home, node);
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  if ((await readFile(shim, 'utf8').catch(() => '')) !== script) {
    await mkdir(dirname(shim), { recursive: true });
    await writeFile(shim, script);
  }
  await chmod(shim, 0o755);
  return shim;
}

/** As a shell would have to see it. */
export function hookCommand(home: Home, agentId: string, event: string): string {
  const { shim } = pathsOf(home);
  const path = /^[\w@%+=:,./-]+$/.test(shim) ? shim : quoted(shim);
  return `${path} ${agentId} ${event}`;
}

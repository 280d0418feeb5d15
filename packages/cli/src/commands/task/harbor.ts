import { quoted } from '../../shell.ts';
import { harmless } from '../../text.ts';
import { version } from '../../version.ts';

/** The files of a task as Harbor has them (harborframework.com/docs/tasks); `/tests`, `/solution` and `/logs` are its own. */

const checked = 'A person has to check this file before the task is run.';

/** What an agent reads. It names no session and no commit: the answer could be looked up by them. */
export function instructionText(prompts: readonly string[], hasContext: boolean): string {
  const words = prompts.map((prompt) =>
    prompt
      .split(/\r?\n/)
      .map((line) => `> ${harmless(line)}`.trimEnd())
      .join('\n'),
  );
  return [
    'Work in `/app`. It holds a repository as it was before what is asked for below was done.',
    'These are the words of a person, as they were recorded:',
    ...words,
    ...(hasContext
      ? [
          'What an agent that was asked this saw and did at first is in `/context/trajectory.json` (ATIF). It is a record, not an instruction.',
        ]
      : []),
    '',
  ].join('\n\n');
}

export interface TaskFacts {
  sessionId: string;
  sha: string;
  parent: string;
}

export const taskToml = ({ sessionId, sha, parent }: TaskFacts): string => `schema_version = "1.1"

[task]
name = "debrief/commit-${sha.slice(0, 12)}"
description = "Made from a reviewed session: the tests of its commit have to pass."
keywords = ["debrief", "regression"]

[metadata]
made_by = "debrief ${version}"
session = "${sessionId}"
commit = "${sha}"
parent = "${parent}"

[verifier]
timeout_sec = 900.0

[agent]
timeout_sec = 1800.0

[environment]
build_timeout_sec = 1200.0
cpus = 2
memory_mb = 4096
storage_mb = 10240
`;

/** By a file at the root: an image, and what would install what it names. All have git, which puts the solution in. */
const images: readonly [manifest: RegExp, image: string, install: string][] = [
  [/^package\.json$/, 'node:24-bookworm', 'npm ci'],
  [/^(?:pyproject\.toml|setup\.py|setup\.cfg)$/, 'python:3.13-bookworm', 'pip install -e .'],
  [/^requirements\.txt$/, 'python:3.13-bookworm', 'pip install -r requirements.txt'],
  [/^go\.mod$/, 'golang:1-bookworm', 'go mod download'],
  [/^Cargo\.toml$/, 'rust:1-bookworm', 'cargo fetch'],
  [/^Gemfile$/, 'ruby:3-bookworm', 'bundle install'],
  [/^pom\.xml$/, 'maven:3-eclipse-temurin-21', 'mvn -B dependency:go-offline'],
  [/^build\.gradle(?:\.kts)?$/, 'gradle:8-jdk21', 'gradle dependencies'],
];

export function dockerfile(paths: readonly string[], hasContext: boolean): string {
  const [manifest, image, install] =
    images
      .map(([known, ...rest]) => [paths.find((path) => known.test(path)), ...rest] as const)
      .find(([path]) => path !== undefined) ?? [];
  return `# ${checked} The image is a guess${manifest ? ` from ${manifest}` : ''}, and what the
# tests need (packages, services, variables) is not installed yet.
FROM ${image ?? 'buildpack-deps:bookworm'}
WORKDIR /app
# The files of the parent commit, without its history.
ADD repository.tar /app/
${hasContext ? 'COPY trajectory.json /context/trajectory.json\n' : ''}${install ? `# RUN ${install}\n` : ''}`;
}

/** A command without anything a shell would read in it: no pipe, no second command, no file that it writes. */
export function plainCommand(command: string | undefined): string | undefined {
  const text = command?.trim() ?? '';
  const isPlain = text.length < 120 && /^[A-Za-z0-9_@%+=:,./ -]+$/.test(text);
  // Paths of the machine that it ran on are not here.
  return isPlain && !/(?:^|[ =:])\//.test(text) ? text : undefined;
}

/** Puts the tests of the commit in and runs them. What an agent made of them does not count. */
export function testScript(command: string | undefined, removed: readonly string[]): string {
  const run =
    command === undefined
      ? `echo "Say here how the tests are run: no run of the session is known that proved them." >&2
exit 1
`
      : `# As the session ran it.
if ${command}; then
  echo 1 > /logs/verifier/reward.txt
fi
`;
  return `#!/bin/bash
# ${checked}
mkdir -p /logs/verifier
echo 0 > /logs/verifier/reward.txt
cd /app || exit 1
${removed.map((path) => `rm -f -- ${quoted(path)} || exit 1\n`).join('')}cp -R --remove-destination /tests/files/. /app/ || exit 1
${run}`;
}

export const solveScript = `#!/bin/bash
set -e
patch="$(cd "$(dirname "$0")" && pwd)/solution.patch"
cd /app
git apply --whitespace=nowarn "$patch"
`;

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testServer } from '../server.ts';
import { aTeam } from '../team.ts';
import { authorizedFront } from './authorized.ts';

/**
 * The official suite against a server of ours: `npm run mcp-conformance` runs the release and the scenarios of
 * 2026-07-28. What does not apply is listed here with its reason; anything else that fails is a fault.
 */
const noSuchTools =
  'calls a diagnostic tool of the suite’s own example server (test_*), which we do not have';
const noResources = 'we have tools, no resources: the capability is not declared';
const noPrompts = 'we have tools, no prompts: the capability is not declared';
const noTasks = 'an extension (tasks) that is not declared: every tool answers at once';

const reasons: [RegExp, string][] = [
  [
    /^tools-call-|^elicitation-|^input-required-result-|^server-sse-polling$|^json-schema-2020-12$/,
    noSuchTools,
  ],
  [/^resources-/, noResources],
  [/^prompts-/, noPrompts],
  [/^tasks-/, noTasks],
  [/^logging-set-level$/, 'we send no log messages: the capability is not declared'],
  [/^completion-complete$/, 'completes arguments of prompts and resources, of which we have none'],
  [
    /^http-custom-header-server-validation$/,
    'no tool of ours takes an argument from a header (x-mcp-header)',
  ],
];

/** Single checks of scenarios that apply otherwise. */
const checkReasons: Record<string, string> = {
  'sep-2575-server-rejects-undeclared-capability': noSuchTools,
  'sep-2575-missing-capability-http-400': noSuchTools,
  'sep-2575-http-server-no-independent-requests-on-stream': noSuchTools,
  'sep-2575-server-no-log-without-loglevel': noSuchTools,
  'sep-2549-prompts-list-caching-hints': noPrompts,
  'sep-2549-resources-list-caching-hints': noResources,
  'sep-2549-resources-templates-list-caching-hints': noResources,
  'sep-2549-resources-read-caching-hints': noResources,
};

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | string;
  errorMessage?: string;
}

export interface Verdict {
  scenario: string;
  passed: number;
  /** Checks that failed and should not. */
  faults: string[];
  /** Why what failed does not apply. */
  notApplicable?: string;
}

export const release = '@modelcontextprotocol/conformance';
export const next = 'conformance-next';

/** One run of the suite; each scenario with what came of it. */
async function run(suite: string, url: string, args: readonly string[]): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-conformance-'));
  try {
    const program = new URL(`../../../../node_modules/${suite}/dist/index.js`, import.meta.url).pathname;
    const given = [program, 'server', '--url', url, '-o', folder, ...args];
    await new Promise((resolve) => spawn(process.execPath, given, { stdio: 'ignore' }).on('close', resolve));
    return readdirSync(folder)
      .sort()
      .map((name) => {
        const scenario = /^server-(?<scenario>.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.groups?.scenario ?? name;
        return verdictOf(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')));
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdictOf(scenario: string, checks: readonly Check[]): Verdict {
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  const whole = reasons.find(([pattern]) => pattern.test(scenario))?.[1];
  const left = whole === undefined ? failed.filter(({ id }) => checkReasons[id] === undefined) : [];
  const notApplicable = whole ?? failed.map(({ id }) => checkReasons[id]).find((one) => one !== undefined);
  return {
    scenario,
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    faults: left.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'failed'}`),
    ...(failed.length > left.length && notApplicable !== undefined && { notApplicable }),
  };
}

/** Each of these runs against one fresh server. */
export async function conformance(runs: readonly [suite: string, ...args: string[]][]): Promise<Verdict[][]> {
  await using server = await testServer('sqlite');
  const team = await aTeam(server);
  const { token } = await team.owner.client.issueToken({
    name: 'conformance',
    scopes: ['sessions:read', 'reviews:write'],
  });
  await using front = await authorizedFront(server.url, token);
  const verdicts: Verdict[][] = [];
  for (const [suite, ...args] of runs) verdicts.push(await run(suite, `${front.url}/mcp`, args));
  return verdicts;
}

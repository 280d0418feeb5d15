import { mkdir, readFile, rmdir, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { serverAddress } from '../../address.ts';
import { surroundings } from '../../agents/registry.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { type Home, homeOf, pathsOf } from '../../home.ts';
import { replaceFile } from '../../hooks/install.ts';
import { MalformedConfig } from '../../hooks/json-file.ts';
import { installProgram } from '../../installation.ts';
import { type McpClient, mcpClients } from '../../mcp/client.ts';
import { stateOf, withEntry, withoutEntry } from '../../mcp/entry.ts';
import { whyNotAsked } from '../../mcp/paused.ts';
import { relayMcp } from '../../mcp/relay.ts';
import { skillText } from '../../mcp/skill.ts';
import { formerSettings } from '../../recorder/memory/connection.ts';
import { readSettings } from '../../settings.ts';
import { memberToken, readMemberToken } from '../../sign-in/member-token.ts';
import { columns, paint, say, sayJson, tilde } from '../../terminal.ts';

type Verb = 'install' | 'remove' | 'status';

interface Outcome {
  agent: string;
  path: string;
  change: 'installed' | 'unchanged' | 'removed' | 'absent' | 'other' | 'malformed' | 'failed';
  message?: string;
  skill?: string;
}

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Over standard input and output, for the agent that started it. Nothing but messages goes to the output. */
export async function serveMcp(): Promise<void> {
  const home = homeOf();
  const personal = process.env.DEBRIEF_TOKEN;
  const known = await readMemberToken(home);
  const given = process.env.DEBRIEF_SERVER ?? known?.server;
  if (given === undefined) {
    throw new Failure(
      'Nobody is signed in on this machine. Run "debrief login" first.',
      exitCodes.unauthorized,
    );
  }
  await relayMcp({
    // It was accepted at sign-in, or is written where the agent is started.
    server: serverAddress(given, true),
    token: async () => personal ?? (await memberToken(home, fetch)).accessToken,
    // Asked anew for every call: a pause begins and ends while the agent runs.
    refusal: async () => {
      const settings = (await readSettings(home)) ?? (await formerSettings(home));
      return whyNotAsked(settings?.pauses ?? [], { folder: process.cwd(), home: surroundings().home });
    },
    fetch,
    input: process.stdin,
    output: process.stdout,
  });
}

export async function mcp(
  verb: Verb,
  names: readonly string[],
  options: { json?: boolean; skill?: boolean },
): Promise<void> {
  const home = homeOf();
  const clients = mcpClients(surroundings(), pathsOf(home).launcher);
  const unknown = names.find((name) => !clients.some((client) => client.name === name));
  if (unknown !== undefined) {
    const all = clients.map(({ name }) => name).join(', ');
    throw new Failure(`"${unknown}" is not known here. Choose from: ${all}.`, exitCodes.usage);
  }
  if (verb === 'install') await installProgram(home);
  const chosen = clients.filter(({ name, isThere }) => (names.length > 0 ? names.includes(name) : isThere));
  const outcomes: Outcome[] = [];
  for (const client of chosen) outcomes.push(await attempt(home, verb, client, options.skill === true));
  const signedIn = await readMemberToken(home);
  if (options.json) sayJson({ agents: outcomes, signedIn: signedIn !== undefined });
  else tell(verb, outcomes, signedIn?.server);
  if (outcomes.some(({ change }) => change === 'malformed' || change === 'failed')) {
    process.exitCode = exitCodes.unhealthy;
  }
}

function tell(verb: Verb, outcomes: readonly Outcome[], server: string | undefined): void {
  if (outcomes.length === 0) {
    say('No agent that takes MCP servers was found on this machine. Name one, such as "claude-code".');
    return;
  }
  say(
    columns(
      outcomes.map(({ agent, change, path, message, skill }) => [
        agent,
        change,
        message ?? tilde(path),
        skill === undefined ? '' : `skill ${skill}`,
      ]),
    ),
  );
  if (outcomes.some(({ change }) => change === 'other')) {
    say(paint('yellow', 'An entry "debrief" that somebody else wrote is left as it is.'));
  }
  if (verb === 'remove') return;
  if (server === undefined)
    say(paint('yellow', 'Now run "debrief login", so that your agent may read what you may read.'));
  else if (verb === 'install') say(`Start your agent anew. It asks ${server} as you.`);
}

async function attempt(home: Home, verb: Verb, client: McpClient, skill: boolean): Promise<Outcome> {
  const place = { agent: client.name, path: client.path };
  try {
    const change = await (verb === 'install'
      ? install(home, client)
      : verb === 'remove'
        ? remove(home, client)
        : status(home, client));
    const written = verb === 'status' ? undefined : await changeSkill(verb, client, skill);
    return { ...place, change, ...(written !== undefined && { skill: written }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...place, change: error instanceof MalformedConfig ? 'malformed' : 'failed', message };
  }
}

async function status(home: Home, client: McpClient): Promise<Outcome['change']> {
  return stateOf(client, (await textOf(client.path)) ?? '', pathsOf(home).launcher);
}

async function install(home: Home, client: McpClient): Promise<Outcome['change']> {
  const { launcher } = pathsOf(home);
  const text = (await textOf(client.path)) ?? '';
  const state = stateOf(client, text, launcher);
  if (state === 'installed') return 'unchanged';
  if (state === 'other' && !isFormer(client, text)) return 'other';
  await replaceFile(client.path, withEntry(client, text, launcher));
  return 'installed';
}

/** An entry of ours from another place: it starts a program called debrief with the argument mcp. */
function isFormer(client: McpClient, text: string): boolean {
  if (client.form.kind === 'toml') return text.includes('debrief mcp install');
  return /[\\/]debrief"[^{}]{0,200}"mcp"/.test(text);
}

async function remove(home: Home, client: McpClient): Promise<Outcome['change']> {
  const text = await textOf(client.path);
  if (text === undefined) return 'absent';
  const state = stateOf(client, text, pathsOf(home).launcher);
  if (state === 'absent') return 'absent';
  if (state === 'other' && !isFormer(client, text)) return 'other';
  const after = withoutEntry(client, text);
  // A file that is there only because of us goes.
  if (['', '{}'].includes(after.replaceAll(/\s/g, ''))) await unlink(client.path);
  else await replaceFile(client.path, after);
  return 'removed';
}

async function changeSkill(verb: Verb, client: McpClient, isWanted: boolean): Promise<string | undefined> {
  const { skill } = client;
  if (skill === undefined) return undefined;
  const before = await textOf(skill);
  if (verb === 'remove') {
    if (before !== skillText) return undefined;
    await unlink(skill);
    // Somebody may keep more beside it.
    await rmdir(dirname(skill)).catch(() => {});
    return 'removed';
  }
  if (!isWanted || before === skillText) return undefined;
  if (before !== undefined) return `left as it is: ${tilde(skill)}`;
  await mkdir(dirname(skill), { recursive: true });
  await writeFile(skill, skillText);
  return tilde(skill);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import type { AgentId } from '@debrief/contract';
import { serverAddress } from '../../address.ts';
import { agents as allAgents } from '../../agents/registry.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { type Home, homeOf, pathsOf } from '../../home.ts';
import {
  installProgram,
  renewal,
  serverOfNpx,
  startRecorder,
  stopRecorder,
  typedName,
} from '../../installation.ts';
import { isPaused } from '../../pause.ts';
import {
  awaysOf,
  formerSettings,
  rememberMachine,
  takeUpConnection,
} from '../../recorder/memory/connection.ts';
import { getOwnKey } from '../../recorder/send/own-key.ts';
import { createWire } from '../../recorder/send/wire.ts';
import { installedService, installService } from '../../service.ts';
import {
  defaultName,
  defaults,
  readSecret,
  readSettings,
  type Settings,
  writeSecret,
  writeSettings,
} from '../../settings.ts';
import { columns, isInteractive, paint, say, sayJson, tilde } from '../../terminal.ts';
import { counted } from '../../text.ts';
import { mayOpen, ownership, tellOwnership } from '../claim.ts';
import { addHooks } from '../hooks.ts';
import { agentsNamed, importHistory } from '../import.ts';
import { askSecret, enterAgain, enterWith, formersOf } from './enter.ts';
import { type FoundAgent, findAgents, registerAgents, tellAgents } from './found-agents.ts';
import { importChoices } from './import-choices.ts';

export interface ConnectOptions {
  name?: string;
  secretStdin?: boolean;
  yes?: boolean;
  only?: string;
  import?: string | boolean;
  hooks: boolean;
  start: boolean;
  service?: boolean;
  insecure?: boolean;
  json?: boolean;
}

export async function connect(server: string | undefined, options: ConnectOptions): Promise<void> {
  const home = homeOf();
  const connected = await readSettings(home);
  // A machine that was disconnected goes on as the one it was.
  const before = connected ?? (await formerSettings(home));
  const asks = isInteractive() && !options.yes && !options.json;
  const tell = options.json ? () => {} : say;
  // A typing error is told before anything is asked or registered.
  const excluded = excludedBy(options.only, before);
  const address = await askServer(server, before, options, asks);
  const machineId = before?.machineId ?? randomUUID();
  const displayName = options.name ?? before?.displayName ?? defaultName();
  const stored = connected?.server === address ? await readSecret(home) : undefined;
  const formers = (await formersOf(home, connected, stored)).filter(({ server }) => server === address);
  const entered = await enterWith(
    (known) => askSecret(known, options, asks),
    // A secret that is given may be another organization's.
    stored ?? (process.env.DEBRIEF_SECRET ? undefined : formers[0]?.key),
    (secret) => enterAgain(address, { machineId, displayName, formers }, secret),
    asks && !options.secretStdin && !process.env.DEBRIEF_SECRET,
  );
  const { wire, secret, version, environmentId } = entered;
  tell(`${paint('green', '✓')} Connected to ${address} (Debrief ${version}) as ${displayName}.`);
  const isNew = connected?.environmentId !== environmentId;
  const former = isNew ? formers.find((one) => one.environmentId === environmentId) : undefined;
  if (former) tell('The server knows this machine: it goes on where it was.');
  const newer = renewal(address, version);
  if (newer) tell(paint('yellow', newer));

  const findings = await findAgents(excluded);
  tellAgents(findings, tell);
  const settings: Settings = {
    ...defaults,
    connectedAt: Date.now(),
    captureSince: Date.now(),
    pauses: [],
    machineKey: randomBytes(24).toString('base64url'),
    ...before,
    server: address,
    environmentId,
    machineId,
    displayName,
    excluded,
    installations: await registerAgents(wire, environmentId, findings),
    ...(isNew && {
      connectedAt: Date.now(),
      captureSince: Date.now(),
      away: former ? awaysOf(former) : [],
    }),
  };
  // A recorder that runs still talks to where it was connected before.
  await stopRecorder(home);
  if (connected && isNew) await rememberMachine(home, connected, await readSecret(home, {}));
  await writeSecret(home, secret);
  await writeSettings(home, settings);
  await takeUpConnection(home, environmentId);
  if (await getOwnKey(home, wire, settings)) tell(ownKeyWords());
  await unlink(pathsOf(home).stopped).catch(() => {});
  await installProgram(home);

  // Without an agent there is nothing to ask about.
  const hooks = await hook(home, options, asks && findings.length > 0, tell);
  await offerImport(findings, options, asks, tell, former !== undefined);
  const recorder = options.start ? await start(home, options) : undefined;
  const own = createWire({ server: address, secret: () => readSecret(home), timeoutMs: 15_000 });
  const owned = await ownership(own, address, environmentId);
  if (options.json) {
    const seen = findings.map(({ agent, sessions, obstacle }) => ({
      agentId: agent.agentId,
      sessions,
      obstacle,
    }));
    return sayJson({ server: address, environmentId, displayName, agents: seen, hooks, recorder, owned });
  }
  if (owned) tellOwnership(owned, tell, asks && mayOpen());
  if (settings.pauses.some((pause) => isPaused(pause)))
    tell(paint('yellow', 'Still paused: "debrief status" says where, "debrief resume" ends it.'));
  tellNext(typedName(home), Boolean(recorder), tell);
}

function tellNext(name: string, isRecording: boolean, tell: (line: string) => void): void {
  tell(`Your agents can ask before they edit: ${name} login, then ${name} mcp install --skill`);
  if (isRecording) tell(`${paint('green', '✓')} Recording. See: ${name} status`);
}

async function hook(home: Home, options: ConnectOptions, asks: boolean, tell: (line: string) => void) {
  const hooked =
    options.hooks &&
    (!asks || (await confirm("Add hooks to these agents' settings, so that sessions show up at once?")));
  const hooks = hooked ? await addHooks(home, []) : [];
  tell(
    columns(
      hooks.map(({ agentId, path, change, message }) => [
        `  hooks for ${agentId}`,
        change,
        message ?? tilde(path),
      ]),
    ),
  );
  for (const { remedy } of hooks) if (remedy) tell(paint('yellow', `  ${remedy}`));
  return hooks;
}

const ownKeyWords = () =>
  `${paint('green', '✓')} This machine has a key of its own; the organization secret is not kept here.`;

async function askServer(
  given: string | undefined,
  before: Settings | undefined,
  options: ConnectOptions,
  asks: boolean,
) {
  const known = given ?? process.env.DEBRIEF_SERVER ?? (await serverOfNpx()) ?? before?.server;
  if (known) return serverAddress(known, options.insecure);
  if (!asks)
    throw new Failure('Say which server: debrief connect https://debrief.example.com', exitCodes.usage);
  const { text, isCancel } = await import('@clack/prompts');
  const answer = await text({
    message: 'Address of your Debrief server',
    placeholder: 'https://debrief.example.com',
  });
  if (isCancel(answer)) throw new Failure('Nothing was changed.');
  return serverAddress(answer, options.insecure);
}

async function confirm(message: string): Promise<boolean> {
  const prompts = await import('@clack/prompts');
  return (await prompts.confirm({ message })) === true;
}

function excludedBy(only: string | undefined, before: Settings | undefined): AgentId[] {
  if (!only) return before?.excluded ?? [];
  const names = agentsNamed(only);
  return allAgents.map((agent) => agent.agentId).filter((agentId) => !names.includes(agentId));
}

async function offerImport(
  findings: FoundAgent[],
  options: ConnectOptions,
  asks: boolean,
  tell: (line: string) => void,
  isKnown: boolean,
) {
  const sessions = findings.reduce((sum, finding) => sum + finding.sessions, 0);
  const recent = findings.reduce((sum, finding) => sum + finding.recentSessions, 0);
  let since = typeof options.import === 'string' ? options.import : undefined;
  if (!since && sessions > 0 && asks && options.import !== false) {
    const { select, isCancel } = await import('@clack/prompts');
    const answer = await select({
      message: `Import the ${counted(sessions, 'session')} already here?`,
      options: importChoices(sessions, recent),
    });
    since = isCancel(answer) || answer === 'none' ? undefined : answer;
  }
  if (since) await importHistory({ since, ...(options.json && { quiet: true }) });
  else if (sessions > 0)
    tell(
      isKnown
        ? 'What is not on the server yet stays on this machine. "debrief import" sends it later.'
        : 'Earlier sessions stay on this machine. "debrief import" sends them later.',
    );
}

async function start(home: Home, options: ConnectOptions): Promise<number | string> {
  if (options.service || (await installedService())) return installService(home);
  const pid = await startRecorder(home);
  if (!pid) throw new Failure(`The recorder did not start; see ${pathsOf(home).log}.`);
  return pid;
}

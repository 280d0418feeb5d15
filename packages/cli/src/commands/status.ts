import { agentOf, installedAgents, surroundings } from '../agents/registry.ts';
import { exitCodes } from '../failure.ts';
import { type Home, homeOf, pathsOf, spoolOf } from '../home.ts';
import { type HookReport, hookReport } from '../hooks/state.ts';
import { hookTargets } from '../hooks/targets.ts';
import { isPaused, type Pause } from '../pause.ts';
import { keptOf } from '../recorder/memory/connection.ts';
import { WITHHELD } from '../recorder/read/redact.ts';
import { lockHolder } from '../recorder/run/lock.ts';
import { hangingFor, readStatus, readStopNote, type Status, type StopNote } from '../recorder/run/status.ts';
import { createWire } from '../recorder/send/wire.ts';
import { readRedactions } from '../recorder/spool/redaction-ledger.ts';
import { NotConnected, readSecret, readSettings } from '../settings.ts';
import {
  about,
  ago,
  amount,
  columns,
  lasting,
  momentOf,
  paint,
  ruleList,
  say,
  sayJson,
  tilde,
} from '../terminal.ts';
import { counted, oneLine } from '../text.ts';
import { authorOf } from './claim.ts';

interface AgentLine {
  agentId: string;
  name: string;
  sessions: number;
  lastRecordAt?: number;
  hooks?: HookReport;
  lastHookAt?: number;
  problem?: string;
}

export interface Overview {
  server: string;
  environmentId: string;
  /** `hangsSince`: its process is there, and it has not moved since. */
  recorder: { running: boolean; pid?: number; startedAt?: number; hangsSince?: number };
  stopped?: StopNote;
  paused: Pause[];
  pendingBatches: number;
  pendingBytes: number;
  lastUploadAt?: number;
  lastError?: Status['upload']['lastError'];
  quarantined: number;
  /** Rule → how often, over everything captured so far; --redactions lists the events. */
  redactions: Record<string, number>;
  agents: AgentLine[];
  healthy: boolean;
}

export async function overview(): Promise<Overview> {
  const home = homeOf();
  const where = surroundings();
  const settings = await readSettings(home);
  if (!settings) throw await notConnected(home);
  const [pid, status, stopped] = await Promise.all([
    lockHolder(pathsOf(home).lock),
    readStatus(home),
    readStopNote(home),
  ]);
  const reports = new Map<string, HookReport>();
  for (const target of hookTargets(home, where)) reports.set(target.agentId, await hookReport(target));
  const present = (await installedAgents(where)).filter(
    (agent) => !settings.excluded.includes(agent.agentId),
  );
  const agents = present.map((agent): AgentLine => {
    const health = status?.agents[agent.agentId];
    const hooks = reports.get(agent.agentId);
    const hookCall = status?.lastHookCall?.[agent.agentId];
    const held = status?.upload.heldAgents.includes(agent.agentId) ? 'disabled by an admin' : undefined;
    const problem = agent.obstacle?.(where) ?? held ?? health?.fault;
    return {
      agentId: agent.agentId,
      name: agentOf(agent.agentId)?.name ?? agent.agentId,
      sessions: health?.sessions ?? 0,
      ...(health?.lastRecordAt && { lastRecordAt: health.lastRecordAt }),
      ...(hooks && { hooks }),
      ...(hookCall && { lastHookAt: hookCall }),
      ...(problem && { problem }),
    };
  });
  const hangs = pid !== undefined && hangingFor(status, pid) !== undefined;
  const late = status?.upload.lastError && (status.upload.lastUploadAt ?? 0) < status.upload.lastError.at;
  return {
    server: settings.server,
    environmentId: settings.environmentId,
    recorder: {
      running: pid !== undefined,
      ...(pid && { pid }),
      ...(pid && status && { startedAt: status.startedAt }),
      ...(hangs && status && { hangsSince: status.updatedAt }),
    },
    ...(stopped && { stopped }),
    paused: settings.pauses.filter((pause) => isPaused(pause)),
    pendingBatches: status?.pendingBatches ?? 0,
    pendingBytes: status?.pendingBytes ?? 0,
    ...(status?.upload.lastUploadAt && { lastUploadAt: status.upload.lastUploadAt }),
    ...(late && { lastError: status.upload.lastError }),
    quarantined: status?.upload.quarantined ?? 0,
    redactions: status?.redactions ?? {},
    agents,
    healthy: pid !== undefined && !hangs && !stopped && !late,
  };
}

/** Says what is left of an earlier connection, too. */
async function notConnected(home: Home): Promise<Error> {
  const error = new NotConnected();
  const kept = await keptOf(home);
  if (!kept) return error;
  const sent =
    kept.servers.length > 0 ? ` what it sent to ${kept.servers.join(' and ')}` : ' earlier connections';
  const paused = kept.pauses > 0 ? `, and ${counted(kept.pauses, 'pause')}` : '';
  error.message += ` It remembers${sent}${paused}; "debrief forget" removes that.`;
  return error;
}

export async function status(options: { json?: boolean; redactions?: boolean }): Promise<void> {
  if (options.redactions) return listRedactions(options.json);
  const seen = await overview();
  if (!seen.healthy) process.exitCode = exitCodes.unhealthy;
  const author = await whose(seen);
  if (options.json) return sayJson({ ...seen, author });
  const { recorder, stopped } = seen;
  const state = stopped
    ? paint('red', oneLine(`stopped: ${stopped.message} ${stopped.remedy}`))
    : recorder.hangsSince
      ? paint(
          'red',
          `hangs: nothing heard of process ${recorder.pid} for ${lasting(recorder.hangsSince)}. Start it anew with "debrief record --background".`,
        )
      : recorder.running
        ? paint('green', `running for ${lasting(recorder.startedAt)} (process ${recorder.pid})`)
        : paint('red', 'not running. Start it with "debrief record --background".');
  const rows = [
    ['server', seen.server],
    ['author', authorLine(author)],
    ['recorder', state],
    [
      'waiting',
      seen.pendingBatches > 0
        ? `${counted(seen.pendingBatches, 'batch', 'batches')}, ${amount(seen.pendingBytes)}`
        : 'nothing',
    ],
    ['last upload', ago(seen.lastUploadAt)],
  ];
  if (seen.lastError)
    rows.push([
      'last error',
      paint('yellow', `${oneLine(seen.lastError.message)} (${ago(seen.lastError.at)})`),
    ]);
  for (const { repository, to } of seen.paused) {
    const until = to ? `until ${momentOf(to)}` : 'until "debrief resume"';
    rows.push(['paused', paint('yellow', `${repository ? tilde(repository) : 'everywhere'} ${until}`)]);
  }
  if (seen.quarantined > 0)
    rows.push(['refused', `${counted(seen.quarantined, 'event')} kept aside; see "debrief doctor"`]);
  const redacted = Object.values(seen.redactions).reduce((sum, count) => sum + count, 0);
  if (redacted > 0) rows.push(['redacted', `${redacted} (${ruleList(seen.redactions)})`]);
  const withheld = seen.redactions[WITHHELD] ?? 0;
  if (withheld > 0)
    rows.push(['withheld', `${counted(withheld, 'record')} could not be redacted in time and not sent`]);
  say(columns(rows));
  say();
  if (seen.agents.length === 0)
    say('No coding agent was found yet. One that is installed later is recorded, too.');
  else say(columns([['AGENT', 'SESSIONS', 'LAST RECORD', 'HOOKS'], ...seen.agents.map(line)]));
  for (const { name, problem, hooks } of seen.agents) {
    const note = problem ?? (hooks?.state === 'installed' ? undefined : hooks?.remedy);
    if (note) say(paint('yellow', about(name, oneLine(note))));
  }
}

/** The author's address; null: nobody's machine; undefined: the server does not answer, or is older than authors. */
async function whose({ server, environmentId }: Overview): Promise<string | null | undefined> {
  const wire = createWire({ server, secret: () => readSecret(homeOf()), timeoutMs: 2000 });
  return authorOf(wire, environmentId).then(
    (author) => author ?? null,
    () => undefined,
  );
}

function authorLine(author: string | null | undefined): string {
  if (author === undefined) return 'not known: the server did not tell';
  return author ?? 'nobody yet. Is it your machine? Run "debrief claim".';
}

/** Event by event; what was redacted is nowhere, only by which rule. */
async function listRedactions(json = false): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const lines = await readRedactions(spoolOf(home, settings.environmentId));
  if (json) return sayJson(lines);
  if (lines.length === 0) return say('Nothing was redacted so far.');
  const rows = lines.map(({ session, event, eventType, rules }) => [
    oneLine(session),
    `#${event}`,
    oneLine(eventType),
    ruleList(rules),
  ]);
  say(columns([['SESSION', 'EVENT', 'TYPE', 'REDACTED'], ...rows]));
}

function line(agent: AgentLine): string[] {
  const hooks = agent.hooks
    ? `${agent.hooks.state.replace('-', ' ')}${agent.lastHookAt ? `, fired ${ago(agent.lastHookAt)}` : ''}`
    : 'none needed';
  return [agent.name, String(agent.sessions), ago(agent.lastRecordAt), hooks];
}

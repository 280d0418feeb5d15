import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentId } from '@debrief/contract';
import { agents } from '../agents/registry.ts';
import { writeQuickly } from '../disk.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, homeOf, pathsOf } from '../home.ts';
import { acquireLock, lockHolder } from '../recorder/run/lock.ts';
import { noProgress } from '../recorder/run/scan.ts';
import { readStatus, statusOf, uploadedSince, writeStatus } from '../recorder/run/status.ts';
import { NotConnected, readSettings } from '../settings.ts';
import { amount, isInteractive, parseDuration, say, sayJson } from '../terminal.ts';
import { counted } from '../text.ts';
import { version } from '../version.ts';
import { type Bar, createBar } from './progress-bar.ts';

export interface ImportOptions {
  /** Part of another command: say nothing. */
  quiet?: boolean;
  since?: string;
  agent?: string;
  json?: boolean;
}

interface Outcome {
  files: number;
  bytes: number;
  events: number;
  quarantined: number;
  ms: number;
}

export function sinceOf(span: string | undefined): number {
  if (!span || span === 'all') return 0;
  const ms = parseDuration(span);
  if (!ms) throw new Failure(`"${span}" is no span of time. Say "all", 12h, 30d or 8w.`, exitCodes.usage);
  return Date.now() - ms;
}

export async function importHistory(options: ImportOptions): Promise<void> {
  const home = homeOf();
  if (!(await readSettings(home))) throw new NotConnected();
  const request = {
    since: sinceOf(options.since),
    ...(options.agent !== undefined && { agentIds: agentsNamed(options.agent) }),
  };
  const bar = createBar(options.json || options.quiet ? 'none' : isInteractive() ? 'bar' : 'lines');
  const lock = await acquireLock(pathsOf(home).lock);
  const outcome = lock
    ? await importHere(home, request, bar).finally(() => lock.release())
    : await importThere(home, request, bar);
  bar.end();
  if (options.quiet) return;
  if (options.json) return sayJson(outcome);
  const { files, events, bytes, quarantined, ms } = outcome;
  const speed = amount(bytes / Math.max(0.001, ms / 1000));
  say(
    events > 0
      ? `Imported ${counted(files, 'file')}, ${counted(events, 'event')}, ${amount(bytes)} (${speed}/s).`
      : 'Nothing new: everything asked for was sent before.',
  );
  if (quarantined > 0)
    say(`The server refused ${counted(quarantined, 'event')}, kept aside; see "debrief doctor".`);
}

/** The agents in a comma-separated list; an unknown one is an error that names the known ones. */
export function agentsNamed(list: string): AgentId[] {
  const known = agents.map((agent) => agent.agentId);
  return list.split(',').map((given) => {
    const name = known.find((agentId) => agentId === given.trim());
    if (name) return name;
    const choice = `Choose from: ${known.join(', ')}.`;
    throw new Failure(`"${given.trim()}" is no agent that Debrief records. ${choice}`, exitCodes.usage);
  });
}

type Request = { since: number; agentIds?: string[] };

async function importHere(home: Home, request: Request, bar: Bar): Promise<Outcome> {
  const { assembleRecorder } = await import('../recorder/run/assemble.ts');
  const { beginAndEndPauses } = await import('../recorder/run/pausing.ts');
  const { createThreadedFetch } = await import('../recorder/send/http-thread.ts');
  const ending = new AbortController();
  const onInterrupt = () => ending.abort();
  process.once('SIGINT', onInterrupt);
  const thread = createThreadedFetch();
  const assembled = await assembleRecorder(home, () => {}, { fetch: thread.fetch });
  const { recorder } = assembled;
  const started = Date.now();
  let last = noProgress;
  try {
    await beginAndEndPauses(home, assembled, ending.signal);
    // What was redacted meanwhile is not sent again. Where the server cannot be reached, it strikes it itself later.
    await assembled.beat(AbortSignal.any([ending.signal, AbortSignal.timeout(10_000)])).catch(() => {});
    await recorder.scan({
      ...request,
      roomBytes: 64 * 1024 * 1024,
      signal: ending.signal,
      onProgress(progress) {
        last = progress;
        bar.reading(progress);
      },
    });
    const waiting = setInterval(() => bar.sending(recorder.uploader.pending()), 200);
    await Promise.race([recorder.uploader.drained(), aborted(ending.signal)]).finally(() =>
      clearInterval(waiting),
    );
    await recorder.completeIdle();
  } finally {
    process.off('SIGINT', onInterrupt);
    await recorder.close();
    await thread.close();
    const more = { version, startedAt: started, lastHookCall: {} };
    await writeStatus(home, statusOf(recorder, more));
  }
  if (ending.signal.aborted) throw new Failure('Interrupted. Run "debrief import" again to go on from here.');
  const { events, quarantined } = recorder.uploader.report;
  return { files: last.filesDone, bytes: last.bytesDone, events, quarantined, ms: Date.now() - started };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The running recorder holds the journal, so it does the work; here is only shown how far it is. */
async function importThere(home: Home, request: Request, bar: Bar): Promise<Outcome> {
  const paths = pathsOf(home);
  const before = await readStatus(home);
  const started = Date.now();
  const id = randomUUID();
  await writeQuickly(paths.importRequest, JSON.stringify({ id, ...request }));
  for (;;) {
    bar.note('The recorder looks for sessions…');
    await sleep(200);
    const status = await readStatus(home);
    if (!status || !(await lockHolder(paths.lock)))
      throw new Failure('The recorder ended. Run "debrief import" again.');
    if (status.importing) bar.reading(status.importing);
    if (status.imported?.id !== id) continue;
    bar.sending(status.pendingBatches);
    if (status.pendingBatches > 0) continue;
    const { files, bytes } = status.imported;
    return { files, bytes, ...uploadedSince(before, status), ms: Date.now() - started };
  }
}

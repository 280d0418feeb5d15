import { agents, surroundings } from '../../agents/registry.ts';
import { type Home, pathsOf, spoolOf } from '../../home.ts';
import { changeSettings, NotConnected, readSecret, readSettings, type Settings } from '../../settings.ts';
import { version } from '../../version.ts';
import { createRedaction } from '../read/redact.ts';
import { createEnrolment } from '../send/enrolment.ts';
import type { backoff } from '../send/retry.ts';
import type { Stopped } from '../send/verdict.ts';
import { createWire, type Wire } from '../send/wire.ts';
import { openSecretMemory } from '../spool/known-secrets.ts';
import { openRedactedMemory } from '../spool/redacted-words.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export interface Assembled {
  recorder: Recorder;
  wire: Wire;
  settings: () => Settings;
  /** Says that the machine is alive, and hears what was redacted meanwhile. */
  beat(signal?: AbortSignal): ReturnType<Wire['beat']>;
  /** Commands change the settings while the recorder runs. */
  reload(): Promise<void>;
}

export interface AssembleOptions {
  delay?: typeof backoff;
  fetch?: typeof globalThis.fetch;
  /** How many sessions are sent at the same time; 0 sends nothing. */
  lanes?: number;
}

/** The recorder of this machine, from what is stored on it. The caller holds the lock. */
export async function assembleRecorder(
  home: Home,
  onStop: (reason: Stopped) => void,
  options: AssembleOptions = {},
): Promise<Assembled> {
  let settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const wire = createWire({
    server: settings.server,
    secret: () => readSecret(home),
    ...(options.fetch && { fetch: options.fetch }),
  });
  const enrolment = createEnrolment(wire, settings, async (enrolled) => {
    settings = await changeSettings(home, (current) => ({ ...current, ...enrolled }));
  });
  const current = () => settings as Settings;
  const directory = spoolOf(home, settings.environmentId);
  const redacted = openRedactedMemory(directory);
  const recorder = await createRecorder({
    directory,
    memory: pathsOf(home).memory,
    settings: current,
    agents,
    where: surroundings(),
    wire,
    enrolment,
    redaction: createRedaction(settings.machineKey, process.env, {
      memory: openSecretMemory(directory, settings.machineKey),
      redacted,
    }),
    activeSessions: pathsOf(home).activeSessions,
    home,
    onStop,
    ...(options.delay && { delay: options.delay }),
    ...(options.lanes !== undefined && { lanes: options.lanes }),
  });
  return {
    recorder,
    wire,
    settings: current,
    async beat(signal) {
      const revision = redacted.revision();
      const { environmentId } = current();
      const answer = await wire.beat(
        { environmentId, serviceCliVersion: version, ...(revision && { redactedRevision: revision }) },
        signal && { signal },
      );
      redacted.take(answer.redacted);
      return answer;
    },
    async reload() {
      settings = (await readSettings(home)) ?? settings;
    },
  };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFindingsFold } from '@debrief/findings';
import { createFold, parseLine } from '@debrief/transcript';
import { storedJudgement } from '../../packages/server/src/projection/findings/judgement.ts';
import { longSession } from '../../packages/server/testing/session/long-session.ts';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { figure, median } from '../statistic.ts';

/** What findings cost on top of folding a session, by processor time of the thread. */

export const page = 2000;
const nobodyDecided = new Set<string>();
export const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

export type Session = { name: string; texts: string[] };

/** Microseconds for all events of the sessions. */
function fold(sessions: readonly Session[], isJudged: boolean): number {
  const begun = cpu();
  for (const { texts } of sessions) {
    const findings = isJudged ? createFindingsFold({ facts: () => fold.facts() }) : undefined;
    const fold = createFold('claude-code', undefined, undefined, undefined, findings);
    for (let at = 0; at < texts.length; at += page) {
      fold.feed(
        texts.slice(at, at + page).map((text, n) => ({
          sequence: at + n + 1,
          eventType: 'x',
          payload: JSON.parse(text) as unknown,
        })),
      );
      JSON.stringify(fold.summary());
      if (findings)
        storedJudgement(findings.judge({ isEnded: false }), nobodyDecided, {
          mark: '',
          foldedTo: at,
          failures: [],
        });
    }
  }
  return cpu() - begun;
}

function measured(setting: Setting, id: string, title: string, sessions: readonly Session[]): Row {
  const events = sessions.reduce((sum, { texts }) => sum + texts.length, 0);
  const [on, off]: [number[], number[]] = [[], []];
  for (let round = 0; round <= setting.rounds; round++) {
    const [judged, bare] = [fold(sessions, true), fold(sessions, false)];
    // The first one warms up.
    if (round > 0) on.push(judged / events) && off.push(bare / events);
  }
  return {
    id,
    bench: 'findings',
    title,
    floor: 'the same fold without findings',
    goal: { atMost: 60, unit: 'µs' },
    ...figure(on.map((value, at) => value - (off[at] as number))),
    note: `${events} events; ${median(on).toFixed(0)} µs an event against ${median(off).toFixed(0)} µs, ${(median(on) / median(off)).toFixed(2)} times`,
  };
}

/** Real sessions, where they lie beside the repository. */
export function workSessions(): Session[] {
  const folder = join(import.meta.dirname, '../../../shared/work-sessions');
  const beside = existsSync(folder) ? folder : join(import.meta.dirname, '../../../../shared/work-sessions');
  if (!existsSync(beside)) return [];
  return readdirSync(beside)
    .filter((name) => /^[0-9a-f-]+\.jsonl$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(beside, name), 'utf8') }))
    .filter(({ text }) => !text.startsWith('{\n'))
    .map(({ name, text }) => ({
      name,
      texts: text
        .split('\n')
        .flatMap((line) => parseLine(line))
        .map((record) => JSON.stringify(record)),
    }));
}

export const findings: Bench = {
  name: 'findings',
  summary: 'what findings cost on top of folding a session',
  async run(setting) {
    const events = amount(setting, { full: 100_000, usual: 20_000, quick: 1200 });
    const long = [{ name: 'long', texts: [...longSession(events)].map((one) => JSON.stringify(one)) }];
    const real = workSessions();
    return {
      rows: [
        measured(setting, 'findings-fold', 'findings of one long session, per event', long),
        ...(real.length > 0
          ? [measured(setting, 'findings-fold-work', 'findings of real sessions, per event', real)]
          : []),
      ],
    };
  },
};

import { createKnownSecrets, createRedactor } from '../../packages/redaction/src/index.ts';
import type { Bench } from '../bench.ts';
import { hasTranscripts, realBodies } from '../body.ts';
import { figure, median } from '../statistic.ts';

const source = hasTranscripts ? 'real transcripts' : 'generated transcripts of the same shape';

/** Processor time, not the clock: other processes on the machine must not count. */
function milliseconds(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

const repeats = 8;
const least = (run: () => void) => Math.min(...Array.from({ length: repeats }, () => milliseconds(run)));

export const redaction: Bench = {
  name: 'redaction',
  summary: `redaction of ${source} against parsing them`,
  async run(setting) {
    const records = realBodies().flatMap(({ events }) => events.map(({ payload }) => payload));
    const texts = records.map((record) => JSON.stringify(record));
    const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
    const known = createKnownSecrets('bench');
    const { redact } = createRedactor({ machineKey: 'bench', known });
    const rounds = Array.from({ length: setting.rounds }, () => ({
      parse: least(() => texts.forEach((text) => void JSON.parse(text))),
      redact: least(() => records.forEach((record) => void redact(record))),
    }));
    const speed = (of: 'parse' | 'redact') => (megabytes * 1_000) / median(rounds.map((round) => round[of]));
    return {
      rows: [
        {
          id: 'redaction',
          bench: 'redaction',
          title: `redaction of ${source}, MB/s`,
          floor: 'JSON.parse of the same records, same process',
          goal: { atLeast: 0.65 },
          ...figure(rounds.map(({ parse, redact: taken }) => parse / taken)),
          note: `${megabytes.toFixed(1)} MB: ${speed('redact').toFixed(0)} MB/s against ${speed('parse').toFixed(0)} MB/s`,
        },
      ],
    };
  },
};

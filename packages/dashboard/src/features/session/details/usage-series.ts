import type { Summary } from '@debrief/transcript';

/** Tokens used up to a moment; the chart shows the differences. */
export interface Sample {
  sequence: number;
  at: number | undefined;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export function sampleOf(sequence: number, summary: Summary): Sample {
  const { input, output, cacheRead, cacheWrite } = summary.usage;
  const at = summary.endedAt === undefined ? undefined : Date.parse(summary.endedAt);
  return { sequence, at, input, output, cacheRead, cacheWrite };
}

export interface Bar {
  from: number;
  to: number;
  sequence: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

const parts = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

/**
 * Samples put into equal steps: of time where the agent wrote times, of events where it did not. What was used
 * between two samples counts where the later one is.
 */
export function barsOf(samples: readonly Sample[], width: number): { bars: Bar[]; axis: 'time' | 'events' } {
  const last = samples.at(-1);
  if (!last) return { bars: [], axis: 'events' };
  const timed = samples.filter((sample) => sample.at !== undefined);
  const begin = timed[0]?.at ?? 0;
  const end = timed.at(-1)?.at ?? 0;
  const axis = timed.length > 1 && end > begin ? 'time' : 'events';
  const place = (sample: Sample) => (axis === 'time' ? (sample.at ?? begin) : sample.sequence);
  const from = axis === 'time' ? begin : (samples[0]?.sequence ?? 0);
  const span = Math.max(1, (axis === 'time' ? end : last.sequence) - from);
  const bars = Array.from(
    { length: width },
    (_, index): Bar => ({
      from: from + (span * index) / width,
      to: from + (span * (index + 1)) / width,
      sequence: 0,
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
    }),
  );
  let before: Sample | undefined;
  for (const sample of samples) {
    const bar = bars[Math.max(0, Math.min(width - 1, Math.floor(((place(sample) - from) / span) * width)))];
    if (!bar) continue;
    if (bar.sequence === 0) bar.sequence = sample.sequence;
    // A corrected count may go down; a bar cannot.
    for (const part of parts) bar[part] += Math.max(0, sample[part] - (before?.[part] ?? 0));
    before = sample;
  }
  return { bars, axis };
}

import type { Progress } from '../recorder/run/scan.ts';
import { amount, duration } from '../terminal.ts';
import { counted } from '../text.ts';

/** One line on stderr that says how far an import is. */
export interface Bar {
  /** Nothing to count yet. */
  note(text: string): void;
  reading(progress: Progress): void;
  /** Everything is read; so many batches are still to be sent. */
  sending(batches: number): void;
  end(): void;
}

const width = 24;
const redrawMs = 100;
const lineMs = 3000;

function drawn(part: number): string {
  const full = Math.round(Math.min(1, part) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

/** What is left at the pace so far. */
const left = (passed: number, part: number): string =>
  part > 0 ? ` · ${duration((passed / part) * (1 - part))} left` : '';

/** A bar that is drawn again and again, a line every few seconds where no terminal is, or nothing. */
export type BarKind = 'bar' | 'lines' | 'none';

export function createBar(kind: BarKind): Bar {
  const started = Date.now();
  // Short imports need no line in a log.
  let shown = kind === 'lines' ? started : 0;
  let sending: { since: number; batches: number } | undefined;
  const draw = (line: string) => {
    if (kind === 'none' || Date.now() - shown < (kind === 'bar' ? redrawMs : lineMs)) return;
    shown = Date.now();
    process.stderr.write(kind === 'bar' ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  const barOf = (part: number) => (kind === 'bar' ? drawn(part) : `${Math.round(part * 100)} %`);
  return {
    note: draw,
    reading({ files, filesDone, bytes, bytesDone, events }) {
      const passed = Date.now() - started;
      const part = bytes > 0 ? bytesDone / bytes : 1;
      const rate = bytesDone / Math.max(0.001, passed / 1000);
      draw(
        `${barOf(part)} ${filesDone} of ${counted(files, 'file')} · ${counted(events, 'event')} · ${amount(rate)}/s${left(passed, part)}`,
      );
    },
    sending(batches) {
      sending ??= { since: Date.now(), batches };
      const part = sending.batches > 0 ? 1 - batches / sending.batches : 1;
      draw(
        `${barOf(part)} everything read · ${counted(batches, 'batch', 'batches')} to send${left(Date.now() - sending.since, part)}`,
      );
    },
    end: () => void (kind === 'bar' && process.stderr.write('\r\x1b[2K')),
  };
}

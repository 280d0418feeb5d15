import type { Progress } from '../recorder/run/scan.ts';
import { amount, duration } from '../terminal.ts';

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

function drawn(part: number): string {
  const full = Math.round(Math.min(1, part) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

/** What is left at the pace so far. */
const left = (passed: number, part: number): string =>
  part > 0 ? ` · ${duration((passed / part) * (1 - part))} left` : '';

export function createBar(visible: boolean): Bar {
  const started = Date.now();
  let shown = 0;
  let sending: { since: number; batches: number } | undefined;
  const draw = (line: string) => {
    if (!visible || Date.now() - shown < redrawMs) return;
    shown = Date.now();
    process.stderr.write(`\r\x1b[2K${line}`);
  };
  return {
    note: draw,
    reading({ files, filesDone, bytes, bytesDone, events }) {
      const passed = Date.now() - started;
      const part = bytes > 0 ? bytesDone / bytes : 1;
      const rate = bytesDone / Math.max(0.001, passed / 1000);
      draw(
        `${drawn(part)} ${filesDone}/${files} files · ${events} events · ${amount(rate)}/s${left(passed, part)}`,
      );
    },
    sending(batches) {
      sending ??= { since: Date.now(), batches };
      const part = sending.batches > 0 ? 1 - batches / sending.batches : 1;
      draw(
        `${drawn(part)} everything read · ${batches} batches to send${left(Date.now() - sending.since, part)}`,
      );
    },
    end: () => void (visible && process.stderr.write('\r\x1b[2K')),
  };
}

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes that can be filled to the last byte. Needs the right to mount. */
export class SmallDisk {
  readonly path: string;

  constructor(megabytes: number) {
    this.path = mkdtempSync(join(tmpdir(), 'debrief-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', this.path]);
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  fill(): void {
    const file = openSync(this.#filler, 'w');
    try {
      for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
        try {
          const chunk = Buffer.alloc(size);
          while (writeSync(file, chunk) === size);
        } catch {
          // Full for chunks of this size; smaller ones may still fit.
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}

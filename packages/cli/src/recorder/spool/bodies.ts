/**
 * Memory for request bodies, used again once the server has them: an import makes thousands, and left to the
 * garbage collector they set it going over everything. Shared between threads, so that none has to copy what
 * it sends.
 */
export interface Bodies {
  take(bytes: number): Buffer;
  /** Nobody reads it any more. What is never given back is garbage like anything else. */
  give(body: Buffer): void;
  /** Keeps nothing in store. */
  trim(): void;
}

/** Below it a body costs less than the care for it. */
const smallest = 16 * 1024;
const storeBytes = 32 * 1024 * 1024;

export function createBodies(): Bodies {
  const store = new Map<number, SharedArrayBuffer[]>();
  let stored = 0;
  return {
    take(bytes) {
      if (bytes < smallest) return Buffer.allocUnsafeSlow(bytes);
      // Quarters of powers of two: few sizes, and little room wasted.
      const step = 2 ** (Math.floor(Math.log2(bytes)) - 2);
      const size = Math.ceil(bytes / step) * step;
      const memory = store.get(size)?.pop();
      if (memory) stored -= size;
      return Buffer.from(memory ?? new SharedArrayBuffer(size), 0, bytes);
    },
    give({ buffer }) {
      if (!(buffer instanceof SharedArrayBuffer) || stored + buffer.byteLength > storeBytes) return;
      const same = store.get(buffer.byteLength);
      if (same) same.push(buffer);
      else store.set(buffer.byteLength, [buffer]);
      stored += buffer.byteLength;
    },
    trim() {
      store.clear();
      stored = 0;
    },
  };
}

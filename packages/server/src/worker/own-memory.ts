/** The memory of some bytes, if it holds nothing else and can be handed over instead of copied. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer | undefined =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : undefined;

/** Below this, giving memory back costs more than the collector's work on it. */
const worthReleasing = 4096;

/**
 * Gives the memory of bytes that nobody reads any more back at once, if it holds nothing else. The collector may take it
 * for long-lived. Then only a full collection gives it back, and under load one is due several times a second.
 */
export function releaseMemory(bytes: Uint8Array): void {
  if (bytes.byteLength >= worthReleasing) ownMemory(bytes)?.transfer(0);
}

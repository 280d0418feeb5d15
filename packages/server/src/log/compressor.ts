import { constants } from 'node:zlib';
import { ZstdCompress } from 'minizlib';

const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  // Every write is a whole frame, which can be unpacked alone.
  flush: constants.ZSTD_e_end,
  // Packed batches share pieces of memory of this size.
  chunkSize: 64 * 1024,
};

/**
 * Packs batch after batch with one zstd context. Node's own function makes an object for each call that only a full
 * collection of garbage removes; under load the bus's thread did more than two of these a second.
 */
export class Compressor {
  #stream: ZstdCompress | undefined;
  #pieces: Buffer[] = [];

  compress(bytes: Uint8Array): Uint8Array {
    this.#stream ??= this.#open();
    try {
      this.#stream.write(bytes as Buffer);
      const [first, ...more] = this.#pieces;
      if (!first) throw new Error('zstd gave nothing');
      return more.length === 0 ? first : Buffer.concat(this.#pieces);
    } catch (error) {
      // A context that failed takes nothing more.
      this.#stream = undefined;
      throw error;
    } finally {
      this.#pieces = [];
    }
  }

  #open(): ZstdCompress {
    const stream = new ZstdCompress(options);
    stream.on('data', (piece) => this.#pieces.push(piece));
    return stream;
  }
}

declare const brand: unique symbol;

/**
 * UTF-8 held in a string byte by byte: each character is one byte of it. Quotes, tabs and newlines are where they
 * are in the bytes, so JSON can be cut and joined like any text; but it is neither decoded nor encoded again on
 * its way from the log to the network, and a single letter beyond Latin does not double what a batch takes in memory.
 */
export type ByteText = string & { readonly [brand]: true };

export const byteText = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as ByteText;

export const bytesOf = (text: ByteText): Buffer => Buffer.from(text, 'latin1');

export const plainText = (text: ByteText): string => bytesOf(text).toString('utf8');

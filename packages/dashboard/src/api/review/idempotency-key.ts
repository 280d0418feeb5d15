/** A new key for a request that must not be carried out twice. Works on plain HTTP, where `randomUUID` is missing. */
export const idempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** What the operator asked for cannot be done; the message says why and what to do, in one sentence. */
export class UsageError extends Error {}

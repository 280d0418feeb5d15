/** The event log is not of one history with what it was before; the message says what its operator can do. */
export class LogMisfit extends Error {}

/** Documented in `debrief --help`; scripts rely on them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notConnected: 3,
  unauthorized: 4,
  unreachable: 5,
  unhealthy: 6,
  taken: 7,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Something the user can do something about: one sentence, and what to do. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

import { type ClientConfig, DebriefError, type Health } from '@debrief/contract';
import { LogMisfit } from '../../domain/session/log-misfit.ts';

export interface PublicRoutes {
  health(): Promise<Health>;
  readonly config: ClientConfig;
}

const unwell = (why: string, cause?: unknown) =>
  new DebriefError('service_unavailable', why, { cause, retryAfter: 2 });

/** How long one look at the database counts: a probe storm must not become a query storm (P1). */
const lookEvery = 1000;

export function publicRoutes(options: {
  version: string;
  config: ClientConfig;
  ping(): Promise<void>;
  /** Throws while appends cannot be stored. */
  check(): Promise<void>;
  isDraining(): boolean;
  /** While everything derived is derived anew. */
  rebuild?(): Health['rebuild'];
}): PublicRoutes {
  let last: { at: number; result: Promise<void> } | undefined;

  function look(): Promise<void> {
    if (last && Date.now() - last.at < lookEvery) return last.result;
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer within a second')), 1000).unref();
    });
    const result = Promise.race([options.ping(), timeout]).then(
      () =>
        Promise.race([options.check(), timeout]).catch((error) => {
          const why = error instanceof LogMisfit ? `: ${error.message}` : '.';
          throw unwell(`Events cannot be stored${why}`, error);
        }),
      (error) => {
        throw unwell('The database does not answer.', error);
      },
    );
    result.catch(() => {});
    last = { at: Date.now(), result };
    return result;
  }

  return {
    config: options.config,
    async health() {
      if (options.isDraining()) throw unwell('The service is shutting down.');
      await look();
      const rebuild = options.rebuild?.();
      return { status: 'ok', version: options.version, service: 'debrief', ...(rebuild && { rebuild }) };
    },
  };
}

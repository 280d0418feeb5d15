import { testShortly } from '../kit/short.ts';
import { rollingRestart } from '../rolling-restart.ts';

/** Measures how long somebody waits; only what waits as well runs beside it. */
testShortly([[rollingRestart, 'nats']]);

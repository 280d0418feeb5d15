import { testShortly } from '../kit/short.ts';
import { stalledReaders } from '../stalled-readers.ts';

/** Measures how long somebody waits; only what waits as well runs beside it. */
testShortly([[stalledReaders, 'sqlite']]);

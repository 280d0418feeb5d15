import { deliveriesCrash } from './broken-off/deliveries.ts';
import { endingCrash } from './broken-off/ending.ts';
import { erasureCrash } from './broken-off/erasure-crash.ts';
import { redactionCrash } from './broken-off/redaction.ts';
import { restoreCrash } from './broken-off/restore-crash.ts';
import { busCrash } from './bus-crash.ts';
import { busOutage } from './bus-outage.ts';
import { busRestore } from './bus-restore.ts';
import { clock } from './clock.ts';
import { concurrency } from './concurrency.ts';
import { diskFull } from './disk-full.ts';
import { fairShare } from './fair-share.ts';
import { hostileText } from './hostile-text.ts';
import { hugeBodies } from './huge-bodies.ts';
import type { Fault } from './kit/fault.ts';
import { persisterCrash } from './persister-crash.ts';
import { powerLoss } from './power-loss.ts';
import { redelivery } from './redelivery.ts';
import { restore } from './restore.ts';
import { retries } from './retries.ts';
import { rollingRestart } from './rolling-restart.ts';
import { serverCrash } from './server-crash.ts';
import { slowLoris } from './slow-loris.ts';
import { slowStore } from './slow-store.ts';
import { smuggling } from './smuggling.ts';
import { stalledReaders } from './stalled-readers.ts';
import { storeCrash } from './store-crash.ts';
import { storeOutage } from './store-outage.ts';

/** Every kind of trouble there is a promise about, in the order of the plan. */
export const faults: readonly Fault[] = [
  serverCrash,
  storeCrash,
  powerLoss,
  storeOutage,
  slowStore,
  busOutage,
  busCrash,
  busRestore,
  redelivery,
  persisterCrash,
  diskFull,
  retries,
  concurrency,
  clock,
  slowLoris,
  stalledReaders,
  hugeBodies,
  smuggling,
  hostileText,
  fairShare,
  restore,
  restoreCrash,
  endingCrash,
  erasureCrash,
  redactionCrash,
  deliveriesCrash,
  rollingRestart,
];

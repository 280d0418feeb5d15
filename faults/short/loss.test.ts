import { busRestoreUnderLoad } from '../bus-restore.ts';
import { testShortly } from '../kit/short.ts';
import { persisterCrash } from '../persister-crash.ts';
import { powerLoss } from '../power-loss.ts';
import { redelivery } from '../redelivery.ts';
import { restore } from '../restore.ts';

testShortly([
  [busRestoreUnderLoad, 'nats', 10],
  [redelivery, 'nats', 300],
  [persisterCrash, 'nats', 2],
  [powerLoss, 'sqlite'],
  [restore, 'sqlite', 1],
]);

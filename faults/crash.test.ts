import { busCrash } from './bus-crash.ts';
import { testShortly } from './kit/short.ts';
import { persisterCrash } from './persister-crash.ts';
import { powerLoss } from './power-loss.ts';
import { redelivery } from './redelivery.ts';
import { restore } from './restore.ts';
import { serverCrash } from './server-crash.ts';
import { storeCrash } from './store-crash.ts';

testShortly([
  [serverCrash, 'sqlite', 3],
  [serverCrash, 'nats', 2],
  [storeCrash, 'postgres', 2],
  [busCrash, 'nats', 2],
  [redelivery, 'nats', 300],
  [persisterCrash, 'nats', 2],
  [powerLoss, 'sqlite'],
  [restore, 'sqlite', 1],
]);

import { busCrash } from '../bus-crash.ts';
import { testShortly } from '../kit/short.ts';
import { serverCrash } from '../server-crash.ts';
import { storeCrash } from '../store-crash.ts';

testShortly([
  [serverCrash, 'sqlite', 2],
  [serverCrash, 'nats', 2],
  [storeCrash, 'postgres', 2],
  [busCrash, 'nats', 2],
]);

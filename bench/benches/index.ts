import type { Bench } from '../bench.ts';
import { backtest } from './backtest.ts';
import { batchSize } from './batch-size.ts';
import { cli } from './cli.ts';
import { controlBenches } from './control.ts';
import { disk } from './disk.ts';
import { findings } from './findings.ts';
import { growthIngest } from './growth-ingest.ts';
import { growthRead } from './growth-read.ts';
import { ingest } from './ingest.ts';
import { links } from './links.ts';
import { list } from './list.ts';
import { listsBenches } from './lists.ts';
import { memory } from './memory.ts';
import { navigation } from './navigation.ts';
import { page } from './page.ts';
import { comparison } from './peers.ts';
import { priorWork } from './prior-work.ts';
import { reading } from './reading.ts';
import { rebuild } from './rebuild.ts';
import { redaction } from './redaction.ts';
import { reviewBenches } from './review.ts';
import { search } from './search.ts';
import { transcripts } from './transcripts.ts';

export const benches: Bench[] = [
  ...ingest,
  batchSize,
  transcripts,
  page,
  list,
  ...listsBenches,
  ...controlBenches,
  disk,
  growthIngest,
  growthRead,
  findings,
  backtest,
  links,
  priorWork,
  reading,
  navigation,
  rebuild,
  ...reviewBenches,
  search,
  cli,
  redaction,
  memory,
  comparison,
];

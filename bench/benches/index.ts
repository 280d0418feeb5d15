import type { Bench } from '../bench.ts';
import { ingest } from './ingest.ts';
import { list } from './list.ts';
import { page } from './page.ts';
import { transcripts } from './transcripts.ts';

export const benches: Bench[] = [...ingest, transcripts, page, list];

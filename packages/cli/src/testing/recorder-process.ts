import { homeOf } from '../home.ts';
import { runRecorder } from '../recorder/run/run.ts';

/** A recorder with short intervals, for tests that kill it. */
runRecorder(homeOf(), {
  signal: new AbortController().signal,
  log: () => {},
  tickMs: 10,
  scanMs: 50,
  beatMs: 500,
  delay: () => Math.random() * 20,
}).catch((error) => {
  console.error(error);
  process.exit(1);
});

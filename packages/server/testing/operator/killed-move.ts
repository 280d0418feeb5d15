import { readConfig } from '../../src/config.ts';
import { move } from '../../src/operator/move.ts';

/** A program for a test to start: it moves, and kills itself when a piece of that table has arrived. */
const [, , url = '', table = ''] = process.argv;
await move(readConfig(process.env), url, {
  onPiece: (arrived) => {
    if (arrived === table) process.kill(process.pid, 'SIGKILL');
  },
});

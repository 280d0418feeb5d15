import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { outputs } from '../../packages/server/bundle-entries.ts';

/**
 * Loaded before tests that run a server in their own process: a thread of the server begins with the file that `npm test`
 * has just built for it. The sources of each thread would be read anew for hundreds of servers.
 */

const { Worker } = threads;

class BuiltWorker extends Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    const isFile = file instanceof URL && file.protocol === 'file:';
    const built = isFile ? outputs.get(fileURLToPath(file)) : undefined;
    super(built ? pathToFileURL(built) : file, options);
  }
}

// A thread is given the same files to load first, and starts no others by their source.
if (threads.isMainThread) {
  threads.Worker = BuiltWorker;
  syncBuiltinESMExports();
}

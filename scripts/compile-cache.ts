import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Loaded before the server: its files are compiled once, not at every start. */
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));

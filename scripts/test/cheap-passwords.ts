import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a server whose passwords no test looks at: each would take half a second of a core, most of what it takes
 * to make an account.
 */

const { scrypt } = crypto;

crypto.scrypt = ((password, salt, length, _options, done) =>
  scrypt(password, salt, length, { N: 2 ** 10, r: 8, p: 1 }, done)) as typeof scrypt;
syncBuiltinESMExports();

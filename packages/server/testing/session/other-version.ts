import { registerHooks } from 'node:module';

/**
 * `node --import other-version.ts main.ts` with TEST_PROJECTION_VERSION is the server of another version of what is
 * derived: the number is all that two versions have to differ in.
 */
const version = Number(process.env.TEST_PROJECTION_VERSION);
if (!Number.isSafeInteger(version)) throw new Error('TEST_PROJECTION_VERSION is not set.');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/domain/projection-version.ts')) return loaded;
    const source = String(loaded.source).replace(/projectionVersion = \d+/, `projectionVersion = ${version}`);
    return { ...loaded, source };
  },
});

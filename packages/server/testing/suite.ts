import { after, before, describe } from 'node:test';
import type { Engine } from '../src/store/database.ts';
import { engines } from './engine.ts';
import { type TestServer, testServer } from './server.ts';

/** The same tests against a server on each engine, one server for all of them. */
export function onEveryEngine(
  name: string,
  suite: (server: () => TestServer, engine: Engine) => void,
  env: Record<string, string> = {},
): void {
  for (const engine of engines) {
    describe(`${name} on ${engine}`, () => {
      let server: TestServer;
      before(async () => {
        server = await testServer(engine, env);
      });
      after(() => server?.[Symbol.asyncDispose]());
      suite(() => server, engine);
    });
  }
}

export const fieldsOf = (value: object): string[] => Object.keys(value).sort();

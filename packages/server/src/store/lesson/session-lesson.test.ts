import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { engines } from '../../../testing/engine.ts';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { testStorage } from '../../../testing/storage.ts';
import { newId } from '../../domain/id.ts';
import type { SessionLessonRecord } from '../../domain/lesson/session-lesson-store.ts';

for (const engine of engines) {
  describe(`lessons of sessions on ${engine}`, async () => {
    const storage = await testStorage(engine);
    const { store } = storage;
    after(() => storage[Symbol.asyncDispose]());

    it('are found by their lesson, but for sessions that are known not to have loaded it', async () => {
      const { organizationId, sessionId } = await storedSession(store, await storedTenant(store));
      const lessonId = newId('les');
      const content = { text: 'x', repository: null, paths: [], agents: [], check: null };
      const done = { by: 'usr_1', at: 1, reason: null };
      await store.lesson.propose({ lessonId, organizationId, content, sources: [] }, done, {
        scope: 9,
        all: 9,
      });
      const found = () => store.sessionLesson.given(organizationId, [lessonId, newId('les')]);
      const given: SessionLessonRecord = { lessonId, version: 1, way: 'file', loaded: 'no', notedAt: 5 };
      assert.equal(await store.sessionLesson.note({ organizationId, sessionId }, [given]), 1);
      assert.deepEqual(await found(), []);
      const read: SessionLessonRecord = { ...given, way: 'mcp', loaded: 'yes', notedAt: 6 };
      await store.sessionLesson.note({ organizationId, sessionId }, [read]);
      assert.deepEqual(await found(), [{ organizationId, sessionId, ...read }]);
      assert.deepEqual(await store.sessionLesson.ofSession(sessionId), [given, read]);
      const gone = { organizationId, sessionId: newId('ses') };
      assert.equal(await store.sessionLesson.note(gone, [given]), 'session_gone');
    });
  });
}

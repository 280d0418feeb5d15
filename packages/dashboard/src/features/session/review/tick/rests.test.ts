import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllTicked, missingWords, questionFor } from './rests.ts';

const counted = (ticked: number, of: number) => ({ ticked, of });

test('all is ticked where there is something to tick', () => {
  assert.equal(isAllTicked({}), false);
  assert.equal(isAllTicked({ files: counted(2, 2) }), true);
  assert.equal(isAllTicked({ files: counted(2, 2), claims: counted(0, 1) }), false);
});

test('what the policy asks for and is missing is named', () => {
  const rests = { files: counted(4, 6), claims: counted(2, 3) };
  assert.equal(missingWords({ files: 0, claims: 0 }, rests), undefined);
  assert.equal(missingWords({ files: 66, claims: 66 }, rests), undefined);
  assert.equal(
    missingWords({ files: 80, claims: 100 }, rests),
    'Your team asks you to tick 5 of 6 files and 3 of 3 claims before accepting.',
  );
  assert.equal(missingWords({ files: 100, claims: 100 }, {}), undefined);
});

test('one question for what is unread and for whose session it is', () => {
  const rests = { readTo: 3, of: 9 };
  assert.equal(questionFor({ isUnread: false, isUnclaimed: false, rests }), undefined);
  assert.deepEqual(questionFor({ isUnread: true, isUnclaimed: false, rests }), {
    about: 'unread ',
    words: 'You have read to #3 of #9. It will show as accepted unread.',
    action: 'Accept unread',
  });
  const later = questionFor({ isUnread: true, isUnclaimed: false, rests: { readTo: 4, of: 9 } });
  assert.equal(later?.about, 'unread ', 'the same question, although one has read on');
  const both = questionFor({ isUnread: true, isUnclaimed: true, rests });
  assert.equal(both?.action, 'Somebody else ran it');
  assert.match(both?.words ?? '', /^Nobody is known to have run this session\..*accepted unread\.$/);
});

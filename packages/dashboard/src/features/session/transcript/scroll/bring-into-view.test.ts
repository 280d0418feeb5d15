import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringIntoView } from './bring-into-view.ts';

/** What was shown, turn by turn: `look` answers as the page would in that turn. */
async function shownTurns(
  look: (turn: number) => { isDrawn?: boolean; isInView?: boolean; isLeft?: boolean },
) {
  const shown: number[] = [];
  let turn = 0;
  await bringIntoView({
    find: () => (look(turn).isDrawn === false ? undefined : turn),
    show(found) {
      shown.push(found);
      return look(turn).isInView ?? true;
    },
    isLeft: () => look(turn).isLeft ?? false,
    nextTurn: async () => void turn++,
  });
  return { shown, turns: turn };
}

test('what is in view is watched for half a second', async () => {
  assert.equal((await shownTurns(() => ({}))).turns, 10);
});

test('what has to be moved is watched from then on, also when it goes out of view again', async () => {
  const { turns, shown } = await shownTurns((turn) => ({ isInView: turn !== 1 && turn !== 8 }));
  assert.equal(turns, 18);
  assert.equal(shown.length, 18);
});

test('what is drawn later, or drawn anew, is waited for', async () => {
  const { turns, shown } = await shownTurns((turn) => ({ isDrawn: turn > 5 && turn !== 10 }));
  assert.equal(turns, 20);
  assert.equal(shown[0], 6);
});

test('whoever goes elsewhere is left alone', async () => {
  const { turns, shown } = await shownTurns((turn) => ({ isInView: false, isLeft: turn > 3 }));
  assert.equal(turns, 4);
  assert.deepEqual(shown, [1, 2, 3]);
});

test('what never comes into view is given up after five seconds', async () => {
  assert.equal((await shownTurns(() => ({ isInView: false }))).turns, 100);
  assert.equal((await shownTurns(() => ({ isDrawn: false }))).turns, 100);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toast, toastError, toasts } from './toast.ts';

it('the last three sentences are shown, and the same one only once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const shown = () => toasts.get().map(({ text, tone }) => `${tone} ${text}`);
  toastError(new Error('No connection.'));
  toast('Saved.');
  toastError(new Error('No connection.'));
  assert.deepEqual(shown(), ['good Saved.', 'bad No connection.']);
  toast('Copied.');
  toast('Renamed.');
  assert.deepEqual(shown(), ['bad No connection.', 'good Copied.', 'good Renamed.']);
  t.mock.timers.tick(3_500);
  assert.deepEqual(shown(), ['bad No connection.']);
  t.mock.timers.tick(5_500);
  assert.deepEqual(shown(), []);
});

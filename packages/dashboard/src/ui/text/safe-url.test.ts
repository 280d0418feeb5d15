import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeUrl } from './safe-url.ts';

test('web and mail addresses are links', () => {
  assert.deepEqual(safeUrl('https://example.com/a?b#c'), {
    href: 'https://example.com/a?b#c',
    host: 'example.com',
  });
  assert.equal(safeUrl('http://127.0.0.1:3000')?.host, '127.0.0.1:3000');
  assert.equal(safeUrl('mailto:a@example.com')?.host, 'a@example.com');
});

test('nothing else is', () => {
  const scheme = 'javascript';
  for (const bad of [
    `${scheme}:alert(1)`,
    ` ${scheme}:alert(1)`,
    `java\nscript:alert(1)`,
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'https://user:pass@example.com',
    '//example.com',
    '/relative',
    '#hash',
    '',
  ])
    assert.equal(safeUrl(bad), undefined, bad);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureUrl } from './picture.ts';

test('a picture inside the record is shown', () => {
  assert.equal(
    pictureUrl({ kind: 'image', mediaType: 'image/png', data: 'aGk=' }),
    'data:image/png;base64,aGk=',
  );
  assert.equal(
    pictureUrl({ kind: 'image', data: 'data:image/jpeg;base64,aGk=' }),
    'data:image/jpeg;base64,aGk=',
  );
});

test('nothing that is fetched, scripted or not a picture is', () => {
  for (const attachment of [
    { kind: 'image', data: 'https://evil.example/?d=1', mediaType: 'image/png' },
    { kind: 'image', data: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { kind: 'image', data: 'data:text/html;base64,PGI+' },
    { kind: 'image', mediaType: 'image/svg+xml', data: 'PHN2Zz4=' },
    { kind: 'file', mediaType: 'image/png', data: 'aGk=' },
    { kind: 'image', mediaType: 'image/png', data: '//evil.example/x.png"onerror=' },
    { kind: 'image', mediaType: 'image/png' },
  ] as const)
    assert.equal(pictureUrl(attachment), undefined, JSON.stringify(attachment));
});

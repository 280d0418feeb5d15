import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, recordedChanges } from './files.ts';

/** Path, change, lines added and removed of each. */
const told = (changes: ReturnType<typeof changesOf>) =>
  changes?.map(({ path, change, added, removed, movedTo }) =>
    [change, path, `+${added}`, `-${removed}`, ...(movedTo === undefined ? [] : [movedTo])].join(' '),
  );

test('an edit is read from every shape the agents write', () => {
  const shapes: [object, string[] | undefined][] = [
    [{ file_path: 'a', old_string: 'x', new_string: 'y\nz' }, ['update a +2 -1']],
    [{ path: 'a', oldText: 'x', newText: '' }, ['update a +0 -1']],
    [{ path: 'a', new_str: 'x' }, ['update a +1 -0']],
    [{ path: 'a', old_str: 'x' }, ['update a +0 -1']],
    [
      {
        path: 'a',
        edits: [
          { oldString: 'x', newString: 'y' },
          { old_text: 'p', new_text: 'q' },
        ],
      },
      ['update a +2 -2'],
    ],
    [{ path: 'a', replacements: [{ old_string: 'x', new_string: 'y' }] }, ['update a +1 -1']],
    [{ path: 'a', edits: [{}] }, undefined],
    [{ path: 'a', content: 'x\ny\n' }, ['update a +2 -0']],
    [{ path: 'a', code_edit: 'x' }, ['update a +1 -0']],
    [{ path: 'a' }, undefined],
    [{ content: 'x' }, undefined],
    [
      { patch: '*** Begin Patch\n*** Add File: b\n+x\n*** Delete File: c\n*** End Patch' },
      ['add b +1 -0', 'delete c +0 -0'],
    ],
    [{ input: '*** Begin Patch\n*** Update File: b\n*** Move to: d\n@@\n-x\n+y\n' }, ['move b +1 -1 d']],
    [{ patchText: '*** Begin Patch\n*** End Patch' }, undefined],
    [{ path: 'a', patch: 'none', content: 'x' }, ['update a +1 -0']],
  ];
  for (const [input, expected] of shapes)
    assert.deepEqual(told(changesOf('edit', 'edit', input)), expected, JSON.stringify(input));
  assert.deepEqual(told(changesOf('edit', 'apply_patch', '*** Begin Patch\n*** Add File: b\n+x')), [
    'add b +1 -0',
  ]);
});

test('what is written is new, what is deleted is gone, anything else changes no file', () => {
  assert.deepEqual(told(changesOf('write', 'write', { path: 'a', file_text: 'x' })), ['add a +1 -0']);
  assert.deepEqual(told(changesOf('edit', 'DeleteFile', { path: 'a', content: 'x' })), ['delete a +0 -0']);
  assert.equal(changesOf('read', 'read', { path: 'a', content: 'x' }), undefined);
  const all = (input: object) =>
    changesOf('edit', 'edit', { path: 'a', old_string: 'x', new_string: 'y', ...input });
  assert.deepEqual(all({ replace_all: true })?.[0]?.source, {
    kind: 'replace',
    pairs: [['x', 'y']],
    all: true,
  });
  assert.deepEqual(all({ replaceAll: true })?.[0]?.source, {
    kind: 'replace',
    pairs: [['x', 'y']],
    all: true,
  });
  assert.deepEqual(all({ replace_all: 'yes' })?.[0]?.source, { kind: 'replace', pairs: [['x', 'y']] });
});

test('changes recorded for each path', () => {
  const diff = '@@ -1 +1,2 @@\n-x\n+y\n+z';
  assert.deepEqual(
    told(
      recordedChanges({
        a: { type: 'add', content: 'x\ny' },
        b: { type: 'delete', content: 'x' },
        c: { type: 'update', unified_diff: diff },
        d: { diff, move_path: 'e' },
        f: { type: 'add', diff, content: 'x' },
        g: {},
      }),
    ),
    ['add a +2 -0', 'delete b +0 -1', 'update c +2 -1', 'move d +2 -1 e', 'add f +2 -1', 'update g +0 -0'],
  );
  assert.equal(recordedChanges({}), undefined);
  assert.equal(recordedChanges('text'), undefined);
});

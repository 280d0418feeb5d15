import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { GatheredSession } from '../session.ts';
import { gist, headline } from './title.ts';

const table: [text: string, title: string][] = [
  ['Fix the login', 'Fix the login'],
  ['Fix the login. It fails on Safari.', 'Fix the login'],
  ['Why does the login fail? I cannot tell.', 'Why does the login fail?'],
  [
    'Implement the following plan:\n\n# Plan: Split `address` into **street**\n\n## Context',
    'Split address into street',
  ],
  ['Implement the following plan:\n\n# Split the address\n', 'Split the address'],
  ['Please execute this plan\n\n1. Rename the column\n2. Fill it', 'Rename the column'],
  ['# Context\n\nThe shop is open. It must stay open.', 'The shop is open'],
  ['## Your task: write the migration', 'write the migration'],
  ['```\nError: boom\n    at a.ts:1\n```\nwhat does this mean?', 'what does this mean?'],
  ['<context>\nUse the new client for `fetch`', 'Use the new client for fetch'],
  ['From: Ada\nDate: today\nSubject: Broken receipts in the shop', 'Broken receipts in the shop'],
  ['Hi. Mend the receipt mail please', 'Hi. Mend the receipt mail please'],
  ['hello\n\nadd a retry to uploads', 'hello add a retry to uploads'],
  ['see [the issue](https://example.com/1) about retries', 'see the issue about retries'],
  ['Upgrade node.js to 24.1 e.g. in CI. Then test', 'Upgrade node.js to 24.1 e.g. in CI'],
  ['> quoted line of a colleague\n', 'quoted line of a colleague'],
  ['ls', 'ls'],
  [
    '[[ ## user_query ## ]]\n\n@[User]:\nReturn the token in capital letters',
    'Return the token in capital letters',
  ],
  ['why do i get   Check hook    │ failed', 'why do i get Check hook failed'],
  ['https://github.com/acme/shop/issues/7340#top mend this', 'acme/shop#7340 mend this'],
  ['https://gitlab.com/acme/shop/-/merge_requests/12', 'acme/shop#12'],
  ['---\n***\n\n', ''],
  ['', ''],
];

describe('the title of a prompt', () => {
  for (const [text, title] of table) {
    it(`of ${JSON.stringify(text.slice(0, 50))} is ${JSON.stringify(title)}`, () => {
      assert.equal(headline(text), title);
    });
  }

  it('is cut between words, and never in the middle of a character', () => {
    assert.equal(headline(`${'word '.repeat(60)}end`, 20), 'word word word…');
    assert.equal(headline('x'.repeat(300), 20), `${'x'.repeat(19)}…`);
    assert.ok(headline(`${'x'.repeat(18)}😀😀`, 20).isWellFormed());
  });

  it('looks at the beginning alone, however long the text and its lines are', () => {
    const begun = performance.now();
    for (const part of ['#', '> ', '[a](', '`', '<a> ', 'a. ', '1. ', '**', '\n', '[', '- '])
      assert.ok(headline(part.repeat(500_000)).length <= 200);
    assert.ok(isWithin(performance.now() - begun, 1000));
  });

  it('of the agent wins over a plan, and a plan over a prompt', () => {
    const session = new GatheredSession();
    session.title('/clear', 'command');
    session.title('First of all. Then more.', 'prompt');
    session.title('Something else', 'prompt');
    assert.equal(session.saved.title?.text, 'First of all');
    session.title('# Plan: Retry uploads\n\n1. Count', 'plan');
    session.title('# Another plan', 'plan');
    assert.equal(session.saved.title?.text, 'Retry uploads');
    session.title('Retries', 'generated');
    assert.equal(session.saved.title?.text, 'Retries');
  });
});

describe('a title that somebody gave', () => {
  const session = new GatheredSession();
  session.title('Implement the following plan:\n\n# Retry `uploads`', 'prompt');
  session.title('Uploads, again', 'generated');

  it('is told by the records when it is their beginning or a title they had, also cut', () => {
    for (const title of [
      'Implement the following plan:',
      'Implement the foll…',
      'Retry uploads',
      'Uploads, again',
    ])
      assert.equal(session.isTold(title), true, title);
  });

  it('is its own otherwise', () => {
    for (const title of ['Nightly run 14', 'uploads', '…', '', 'Retry uploads now'])
      assert.equal(session.isTold(title), false, title);
  });
});

describe('the gist of a prompt', () => {
  it('goes on to the next sentences and lines', () => {
    assert.equal(
      gist('In this branch we added tests. Are they `fast`?\n\n```\nlog\n```\nIf not, why?', 200),
      'In this branch we added tests. Are they fast? If not, why?',
    );
    assert.equal(gist('one two three four', 10), 'one two…');
  });
});

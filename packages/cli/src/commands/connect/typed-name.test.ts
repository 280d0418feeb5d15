import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { homeOf, pathsOf } from '../../home.ts';
import { typedName } from '../../installation.ts';

test('what to type is the name where the shell finds it, and else a path that a shell takes', (t) => {
  const before = { HOME: process.env.HOME, PATH: process.env.PATH };
  const folders: string[] = [];
  t.after(() => {
    Object.assign(process.env, before);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const machine = (name: string) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), name)));
    folders.push(root);
    Object.assign(process.env, { HOME: root, PATH: '/usr/bin' });
    const home = homeOf({ HOME: root });
    const { launcher } = pathsOf(home);
    mkdirSync(dirname(launcher), { recursive: true });
    writeFileSync(launcher, '#!/bin/sh');
    const link = join(root, '.local/bin/debrief');
    mkdirSync(dirname(link), { recursive: true });
    return { root, home, launcher, link };
  };

  const { root, home, launcher, link } = machine('debrief-name-');
  assert.equal(typedName(home), `~${launcher.slice(root.length)}`);
  writeFileSync(link, "somebody else's");
  process.env.PATH = dirname(link);
  assert.equal(typedName(home), `~${launcher.slice(root.length)}`, 'not a program that only has the name');
  unlinkSync(link);
  symlinkSync(launcher, link);
  assert.equal(typedName(home), 'debrief');
  process.env.PATH = '/usr/bin';
  assert.equal(typedName(home), '~/.local/bin/debrief');
  const other = machine("debrief name's-");
  assert.equal(typedName(other.home), `'${other.launcher.replaceAll("'", `'\\''`)}'`);
});

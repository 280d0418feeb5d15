import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { trailersIn } from '@debrief/links';
import { homeOf, pathsOf } from '../home.ts';
import { canonical } from '../pause.ts';
import { defaults, type Settings, writeSettings } from '../settings.ts';
import { cliMain } from '../testing/cli-main.ts';
import { createRepository, repositoryAt, snapshot, type TestRepository } from '../testing/repository.ts';
import { writeActiveSessions } from './active-sessions.ts';
import { installMarker, markerIn, removeMarker } from './install.ts';

const settingsWith = (markers: NonNullable<Settings['markers']>): Settings => ({
  server: 'http://127.0.0.1:1',
  environmentId: 'env_1',
  machineId: 'm',
  machineKey: 'k',
  displayName: 'test',
  connectedAt: 0,
  captureSince: 0,
  installations: {},
  excluded: [],
  pauses: [],
  ...defaults,
  markers,
});

/** Names, rights and content of the hooks of a repository. */
const hooksOf = ({ root }: TestRepository) =>
  Object.entries(snapshot(join(root, '.git', 'hooks'))).map(([name, is]) => [name, is.split(' ', 2)]);

describe('markers of sessions in commits', () => {
  let root: string;
  let repository: TestRepository;
  const home = () => homeOf({ DEBRIEF_HOME: join(root, 'debrief home') });
  const active = (...ids: string[]) =>
    writeActiveSessions(
      pathsOf(home()).activeSessions,
      ids.map((sessionId) => ({ sessionId, root: canonical(repository.root) })),
    );
  const message = () => repository.git('log', '-1', '--format=%B');
  const hook = (name: string) => join(repository.root, '.git', 'hooks', name);

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "debrief marker's "));
    repository = createRepository();
    repository.write('a', '1\n');
    repository.commit('base');
    // The folder of the list is the recorder's.
    await installMarker(home(), repository.root, 'trailer');
    await removeMarker(repository.root);
    mkdirSync(home().state, { recursive: true });
  });
  afterEach(() => {
    repository.remove();
    rmSync(root, { recursive: true, force: true });
  });

  it('a trailer names the sessions in use, once each, and goes away without a trace', async () => {
    const before = hooksOf(repository);
    await installMarker(home(), repository.root, 'trailer');
    await installMarker(home(), repository.root, 'trailer');
    assert.equal(await markerIn(repository.root), 'trailer');
    await active('ses_1', 'ses_2');
    repository.write('a', '2\n');
    repository.commit('Change a\n\nBecause it was time.');
    assert.equal(
      message(),
      'Change a\n\nBecause it was time.\n\nDebrief-Session: ses_1\nDebrief-Session: ses_2',
    );
    repository.git('commit', '-q', '--amend', '--no-edit');
    assert.deepEqual(trailersIn(message()), ['Debrief-Session: ses_1', 'Debrief-Session: ses_2']);
    await active();
    repository.write('a', '3\n');
    repository.commit('By hand');
    assert.equal(message(), 'By hand');
    assert.equal(await removeMarker(repository.root), true);
    assert.deepEqual(hooksOf(repository), before);
    assert.equal(await markerIn(repository.root), undefined);
  });

  it('an old list, another folder and a hostile one name nobody, and no commit is lost', async () => {
    await installMarker(home(), repository.root, 'trailer');
    const path = pathsOf(home()).activeSessions;
    await writeActiveSessions(
      path,
      [{ sessionId: 'ses_1', root: canonical(repository.root) }],
      Date.now() - 600_000,
    );
    repository.write('a', '2\n');
    repository.commit('Two');
    await writeActiveSessions(path, [{ sessionId: 'ses_1', root: '/elsewhere' }]);
    repository.write('a', '3\n');
    repository.commit('Three');
    const odd = `ses_1; touch ${join(root, 'sprung')}`;
    await writeActiveSessions(path, [{ sessionId: odd, root: canonical(repository.root) }]);
    writeFileSync(path, `${readFileSync(path, 'utf8')}garbage\n9 9\n`);
    repository.write('a', '4\n');
    repository.commit('Four');
    assert.equal(message(), 'Four');
    assert.ok(!existsSync(join(root, 'sprung')));
    rmSync(pathsOf(home()).marker);
    repository.write('a', '5\n');
    repository.commit('Five');
    assert.equal(message(), 'Five');
    assert.equal(repository.git('rev-list', '--count', 'HEAD'), '5');
  });

  it('a hook that was there still runs, with its refusal, and is put back', async () => {
    const own =
      '#!/bin/sh\necho "checked: $(head -1 "$1")" >> "$(dirname "$0")/log"\n! grep -q refuse "$1"\n';
    writeFileSync(hook('prepare-commit-msg'), own);
    chmodSync(hook('prepare-commit-msg'), 0o755);
    await installMarker(home(), repository.root, 'trailer');
    await active('ses_1');
    repository.write('a', '2\n');
    repository.commit('Good');
    assert.deepEqual(trailersIn(message()), ['Debrief-Session: ses_1']);
    repository.write('a', '3\n');
    assert.throws(() => repository.commit('refuse this'));
    assert.match(readFileSync(hook('log'), 'utf8'), /checked: Good\nchecked: refuse this/);
    await removeMarker(repository.root);
    assert.equal(readFileSync(hook('prepare-commit-msg'), 'utf8'), own);
    assert.ok(!existsSync(hook('prepare-commit-msg.debrief-before')));
    assert.ok(!existsSync(hook('commit-msg')));
  });

  it('closing the editor without a word still makes no commit', async () => {
    await installMarker(home(), repository.root, 'trailer');
    await active('ses_1');
    repository.write('a', '2\n');
    repository.git('add', '-A');
    assert.throws(() => repository.git('commit', '-q'), /empty commit message/);
    assert.equal(repository.git('rev-list', '--count', 'HEAD'), '1');
  });

  it('disconnect takes the hooks away from every repository and puts back what was there', async () => {
    const own = '#!/bin/sh\nexit 0\n';
    writeFileSync(hook('commit-msg'), own);
    chmodSync(hook('commit-msg'), 0o755);
    const other = createRepository();
    const before = [repository, other].map(hooksOf);
    await installMarker(home(), repository.root, 'trailer');
    await installMarker(home(), other.root, 'notes');
    const markers = {
      [repository.root]: 'trailer',
      [other.root]: 'notes',
      [join(root, 'gone')]: 'notes',
    } as const;
    await writeSettings(home(), settingsWith(markers));
    const { status, stdout } = spawnSync(process.execPath, [cliMain, 'disconnect', '--yes'], {
      env: { PATH: process.env.PATH, HOME: root, DEBRIEF_HOME: join(root, 'debrief home') },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
    assert.deepEqual([repository, other].map(hooksOf), before);
    assert.ok(!existsSync(pathsOf(home()).marker));
    repository.write('a', '2\n');
    repository.commit('By hand');
    assert.equal(message(), 'By hand');
    other.remove();
  });

  it('core.hooksPath is respected; hooks that are content of the repository are left alone', async () => {
    const elsewhere = join(root, 'my hooks');
    repository.git('config', 'core.hooksPath', elsewhere);
    await installMarker(home(), repository.root, 'trailer');
    assert.ok(existsSync(join(elsewhere, 'prepare-commit-msg')) && !existsSync(hook('prepare-commit-msg')));
    await active('ses_1');
    repository.write('a', '2\n');
    repository.commit('Two');
    assert.deepEqual(trailersIn(message()), ['Debrief-Session: ses_1']);
    await removeMarker(repository.root);
    assert.ok(!existsSync(join(elsewhere, 'prepare-commit-msg')));
    repository.git('config', 'core.hooksPath', '.husky');
    await assert.rejects(installMarker(home(), repository.root, 'trailer'), /Nothing was changed/);
    assert.ok(!existsSync(join(repository.root, '.husky')));
  });

  it('notes leave the message alone, also in a worktree', async () => {
    const tree = join(root, 'tree');
    repository.git('worktree', 'add', '-q', tree, '-b', 'side');
    const side = repositoryAt(tree);
    await installMarker(home(), tree, 'notes');
    await writeActiveSessions(pathsOf(home()).activeSessions, [
      { sessionId: 'ses_1', root: canonical(tree) },
    ]);
    side.write('a', '2\n');
    side.commit('Side');
    assert.equal(side.git('log', '-1', '--format=%B'), 'Side');
    assert.equal(side.git('notes', '--ref=debrief', 'show', 'HEAD'), 'Debrief-Session: ses_1');
    repository.write('b', '1\n');
    repository.commit('Main');
    assert.throws(() => repository.git('notes', '--ref=debrief', 'show', 'HEAD'));
  });
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DebriefError, type ErrorCode } from '@debrief/contract';
import type { CommitFacts } from '@debrief/links';
import { canonical } from '../../pause.ts';
import type { Settings } from '../../settings.ts';
import { machineSettings } from '../../testing/machine.ts';
import { createRepository, type TestRepository } from '../../testing/repository.ts';
import { newSession, type SessionState } from '../spool/session.ts';
import type { SessionStates } from '../spool/session-states.ts';
import { CommitJournal } from './commit-journal.ts';
import { CommitWatch } from './commit-watch.ts';

const minute = 60_000;

/** One look at a time, with the clock in the test's hands. */
class Looking {
  readonly folder = mkdtempSync(join(tmpdir(), 'debrief-look-'));
  readonly active = join(this.folder, 'active-sessions');
  readonly sessions = new Map<string, SessionState>();
  settings: Settings = machineSettings();
  /** What was told, request by request; the next requests fail with these. */
  readonly told: { sessionId: string; commits: CommitFacts[]; repoRemote?: string }[] = [];
  errors: (ErrorCode | undefined)[] = [];
  now = Date.now();
  journal!: CommitJournal;
  watch!: CommitWatch;

  async start(): Promise<void> {
    this.journal = await CommitJournal.open(this.folder);
    this.watch = new CommitWatch({
      settings: () => this.settings,
      states: { sessions: this.sessions } as SessionStates,
      journal: this.journal,
      activeSessions: this.active,
      wire: {
        reportCommits: async (report: unknown) => {
          const code = this.errors.shift();
          if (code) throw new DebriefError(code, 'No.');
          this.told.push(report as (typeof this.told)[number]);
          return {} as never;
        },
      },
    });
  }

  session(name: string, cwd: string, given: Partial<SessionState> = {}): SessionState {
    const times = { lastChangeAt: this.now, startedAt: this.now - minute };
    const state = { ...newSession(name, 'codex', name), sessionId: `ses_${name}`, cwd, ...times, ...given };
    this.sessions.set(`codex/${name}`, state);
    return state;
  }

  look(): Promise<void> {
    return this.watch.look(this.now);
  }

  activeNames(): string[] {
    return readFileSync(this.active, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ')[1] ?? '');
  }
}

describe('sessions in use', () => {
  let looking: Looking;
  let root: string;
  beforeEach(async () => {
    looking = new Looking();
    root = join(looking.folder, 'app');
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, 'src'));
    await looking.start();
    looking.settings.markers = { [canonical(root)]: 'trailer' };
    looking.settings.commitFacts = false;
  });
  afterEach(() => rmSync(looking.folder, { recursive: true }));

  it('are listed for the hooks where markers are wanted, by the root of their repository', async () => {
    const { now } = looking;
    looking.session('here', join(root, 'src'));
    looking.session('long-ago', root, { lastChangeAt: now - 30 * minute - 1 });
    looking.session('just-in-time', root, { lastChangeAt: now - 30 * minute });
    looking.session('closed', root, { closed: true });
    looking.session('elsewhere', looking.folder);
    looking.session('unopened', root, { sessionId: '' });
    delete looking.session('never-opened', root).sessionId;
    delete looking.session('nowhere', root).cwd;
    await looking.look();
    assert.deepEqual(
      readFileSync(looking.active, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(1)),
      [['ses_here', canonical(root)]],
      'names with a dash are no ids of sessions',
    );
    looking.sessions.clear();
    looking.session('a', root, { lastChangeAt: now - 30 * minute });
    looking.session('b', root, { lastChangeAt: now - 30 * minute - 1 });
    await looking.look();
    assert.deepEqual(looking.activeNames(), ['ses_a']);
  });

  it('are not listed while they are paused, and nothing is written where nobody wants markers', async () => {
    looking.session('a', root);
    const from = looking.now - minute;
    looking.settings.pauses = [{ from, repository: canonical(root) }];
    await looking.look();
    assert.deepEqual(looking.activeNames(), []);
    looking.settings.pauses = [
      { from, repository: '/elsewhere' },
      { from, to: looking.now },
    ];
    await looking.look();
    assert.deepEqual(looking.activeNames(), ['ses_a']);
    rmSync(looking.active);
    looking.settings.markers = {};
    await looking.look();
    assert.equal(existsSync(looking.active), false);
  });
});

describe('a look at commits', () => {
  let looking: Looking;
  let repository: TestRepository;
  beforeEach(async () => {
    looking = new Looking();
    repository = createRepository();
    repository.git('remote', 'add', 'origin', 'https://u:p@h.example/a.git');
    await looking.start();
  });
  afterEach(() => {
    rmSync(looking.folder, { recursive: true });
    repository.remove();
  });
  const commit = (message: string) => repository.commit(message, new Date(looking.now));
  const toldOf = () =>
    looking.told.map(({ sessionId, commits }) => [sessionId, ...commits.map(({ sha }) => sha)]);

  it('tells each session of the commits of its time, with the remote and without its password', async () => {
    const sha = commit('one');
    looking.session('a', repository.root);
    looking.session('later', repository.root, { startedAt: looking.now + 10 * minute });
    looking.session('over', repository.root, { lastChangeAt: looking.now - 49 * 60 * minute });
    delete looking.session('unopened', repository.root).sessionId;
    await looking.look();
    assert.deepEqual(toldOf(), [['ses_a', sha]]);
    assert.equal(looking.told[0]?.repoRemote, 'https://h.example/a.git');
    await looking.look();
    assert.equal(looking.told.length, 1, 'and tells nothing twice');
    const next = commit('two');
    await looking.look();
    assert.deepEqual(toldOf().slice(1), [['ses_a', next]]);
  });

  it('looks at older commits again when a session is new in the folder', async () => {
    const sha = commit('one');
    looking.session('a', repository.root);
    await looking.look();
    looking.session('b', repository.root);
    await looking.look();
    assert.deepEqual(toldOf(), [
      ['ses_a', sha],
      ['ses_b', sha],
    ]);
  });

  it('takes the first reading, or the last record if that is earlier, for the beginning where no record states it', async () => {
    commit('one');
    const begin = (given: object) => {
      const state = looking.session('a', repository.root, given);
      delete (state as { startedAt?: number }).startedAt;
    };
    begin({ firstReadAt: looking.now + 10 * minute, lastRecordAt: looking.now + 5 * minute });
    await looking.look();
    assert.deepEqual(looking.told, []);
    begin({ id: 'another', firstReadAt: looking.now + 10 * minute, lastRecordAt: looking.now });
    await looking.look();
    assert.equal(looking.told.length, 1);
  });

  it('keeps what the server cannot take now, and waits longer after each failure', async (t) => {
    t.mock.method(Math, 'random', () => 1);
    const sha = commit('one');
    looking.session('a', repository.root);
    looking.errors = ['service_unavailable', 'rate_limited'];
    await looking.look();
    looking.now += 999;
    await looking.look();
    assert.equal(looking.errors.length, 1, 'not asked before a second is over');
    looking.now += 1;
    await looking.look();
    assert.equal(looking.errors.length, 0);
    looking.now += 1999;
    await looking.look();
    assert.deepEqual(toldOf(), []);
    looking.now += 1;
    await looking.look();
    assert.deepEqual(toldOf(), [['ses_a', sha]]);
    assert.deepEqual((await CommitJournal.open(looking.folder)).waiting(), [], 'which is durable');
  });

  it('gives up what the server will never take', async () => {
    for (const code of ['validation_error', 'session_not_found', 'session_closed'] as const) {
      commit(code);
      looking.session('a', repository.root);
      looking.errors = [code];
      await looking.look();
      assert.deepEqual([looking.errors, looking.journal.waiting(), looking.told], [[], [], []], code);
    }
  });

  it('forgets what waits for a session that nobody knows any more', async () => {
    commit('one');
    looking.session('a', repository.root);
    looking.errors = ['service_unavailable'];
    await looking.look();
    assert.deepEqual(looking.journal.waiting(), ['codex/a']);
    looking.sessions.clear();
    looking.now += 60 * minute;
    await looking.look();
    assert.deepEqual([looking.journal.waiting(), looking.told], [[], []]);
  });

  it('tries a repository that git cannot read again after half a minute, then after twice as long', async () => {
    const sha = commit('one');
    const config = join(repository.root, '.git', 'config');
    const good = readFileSync(config);
    looking.session('a', repository.root);
    writeFileSync(config, '[');
    await looking.look();
    looking.now += 30_000;
    await looking.look();
    writeFileSync(config, good);
    looking.now += 59_999;
    await looking.look();
    assert.deepEqual(toldOf(), []);
    looking.now += 1;
    await looking.look();
    assert.deepEqual(toldOf(), [['ses_a', sha]]);
  });

  it('keeps what it knows of a repository while that is paused, and forgets it when nobody works there', async () => {
    commit('one');
    looking.session('a', repository.root);
    await looking.look();
    const gitDir = join(repository.root, '.git');
    assert.ok(looking.journal.stampOf(gitDir));
    looking.settings.pauses = [{ from: looking.now, repository: canonical(repository.root) }];
    await looking.look();
    assert.ok(looking.journal.stampOf(gitDir));
    looking.settings.pauses = [];
    looking.sessions.clear();
    await looking.look();
    assert.equal(looking.journal.stampOf(gitDir), undefined);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { code, files, importsOf, isCode, packageOf, read, resolved, root } from './architecture/source.ts';

/** The rules of ARCHITECTURE.md that can be read off the files. */

describe('architecture', () => {
  it('packages: contract, transcript and shell stand alone; the rest stand on them', () => {
    const allowed: Record<string, string[]> = {
      contract: [],
      transcript: [],
      shell: [],
      redaction: ['shell'],
      prices: ['transcript'],
      review: [],
      findings: ['transcript', 'shell'],
      links: ['transcript', 'shell'],
      lessons: ['findings'],
      server: ['contract', 'transcript', 'redaction', 'prices', 'findings', 'lessons', 'links', 'review'],
      cli: ['contract', 'transcript', 'shell', 'redaction', 'prices', 'findings', 'lessons', 'links'],
      dashboard: ['contract', 'transcript', 'review', 'findings', 'lessons'],
    };
    const broken: string[] = [];
    // A thread takes the errors, the codes or the rules alone: the schemas are 400 more modules to load.
    for (const file of code) {
      const own = packageOf(file);
      if (!own) continue;
      assert.ok(allowed[own], `packages/${own} has no place in the import rule yet`);
      for (const specifier of importsOf(file)) {
        const ours = /^@debrief\/([^/]+)(?:\/(?:error|skeleton-codes|brief-text|catalog|team-rule))?$/.exec(
          specifier,
        )?.[1];
        if (ours && !allowed[own].includes(ours)) broken.push(`${file} → ${specifier}`);
        if (specifier.startsWith('@debrief/') && !ours) broken.push(`${file} reaches into ${specifier}`);
        if (specifier.startsWith('.') && packageOf(resolved(file, specifier)) !== own) {
          broken.push(`${file} leaves its package for ${specifier}`);
        }
      }
    }
    assert.deepEqual(broken, []);
  });

  it('server: rooms → domain → contract; rooms never import each other', () => {
    const base = 'packages/server/src/';
    /** The only files that introduce the rooms to each other. */
    const wiring = new Set([
      'server.ts',
      'server-identity.ts',
      'storage.ts',
      'data-directory.ts',
      'operator.ts',
      'main.ts',
      'command-line.ts',
      'config.ts',
      'config-identity.ts',
      'housekeeping.ts',
      'projection-thread.ts',
      'postgres-writer-thread.ts',
      'bus-thread.ts',
      'scrub.ts',
      'scrub-thread.ts',
      'executor-thread.ts',
    ]);
    /** The identity provider says here what it needs to keep; the store keeps it. */
    const identityPort = 'idp/account.ts';
    const leaves = new Set([
      'config-value.ts',
      'server-key.ts',
      'version.ts',
      'worker/own-memory.ts',
      'worker/worker-call.ts',
      'worker/worker-answer.ts',
      'worker/known-writes.ts',
      'worker/executor.ts',
      'memory-settings.ts',
    ]);
    const rooms = new Set([
      'domain',
      'http',
      'store',
      'log',
      'identity',
      'idp',
      'projection',
      'worker',
      'outgoing',
    ]);
    const broken: string[] = [];
    for (const file of code.filter((one) => one.startsWith(base))) {
      const path = file.slice(base.length);
      const room = path.includes('/') ? (path.split('/')[0] as string) : undefined;
      const isWiring = wiring.has(path) || room === 'operator';
      if (!isWiring && (room === undefined ? !leaves.has(path) : !rooms.has(room))) {
        broken.push(`${file} is in no room and no wiring file`);
      }
      if (isWiring) continue;
      for (const specifier of importsOf(file).filter((one) => one.startsWith('.'))) {
        const target = resolved(file, specifier).slice(base.length);
        const other = target.includes('/') ? target.split('/')[0] : undefined;
        const fine =
          other === room ||
          (other === 'domain' && room !== undefined) ||
          leaves.has(target) ||
          (room === 'store' && target === identityPort);
        if (!fine) broken.push(`${file} → ${specifier}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('dashboard: app → features → ui → api; features never import each other', () => {
    const base = 'packages/dashboard/src/';
    const below: Record<string, string[]> = {
      app: ['features', 'ui', 'api'],
      features: ['ui', 'api'],
      ui: ['api'],
      api: [],
    };
    /** `features/session/entry/Line.tsx` is in the room `features/session`. */
    const roomOf = (path: string) => /^(?:features\/[^/]+|[^/]+)(?=\/)/.exec(path)?.[0];
    const everywhere = ['observable.ts', 'use-observable.ts'];
    const broken: string[] = [];
    for (const file of code.filter((one) => one.startsWith(base))) {
      const path = file.slice(base.length);
      const room = roomOf(path);
      if (path === 'main.tsx') continue;
      const allowed = room === undefined ? [] : below[room.split('/')[0] as string];
      if (!allowed || (room === undefined && !everywhere.includes(path)))
        broken.push(`${file} is in no room`);
      for (const specifier of importsOf(file).filter((one) => one.startsWith('.'))) {
        const target = resolved(file, specifier).slice(base.length);
        const other = roomOf(target);
        const fine =
          everywhere.includes(target) ||
          (other !== undefined && (other === room || allowed?.includes(other.split('/')[0] as string)));
        if (!fine) broken.push(`${file} → ${specifier}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('server: the environment is read in main.ts only', () => {
    // The sample sessions quote code of others.
    const own = code.filter((file) => /^packages\/server\/src\/(?!domain\/sample\/)/.test(file));
    const readers = own.filter((file) => read(file).includes('process.env'));
    assert.deepEqual(readers, ['packages/server/src/main.ts']);
  });

  it('cli: agents · hooks · recorder/{memory, read, spool, send, commits, lessons, run} → commands; each room imports only what its row names', () => {
    const base = 'packages/cli/src/';
    /** Files beside the rooms that every room may use; they use no room themselves. */
    const leaves = [
      'address.ts',
      'disk.ts',
      'failure.ts',
      'home.ts',
      'pause.ts',
      'id.ts',
      'repository.ts',
      'settings.ts',
      'shell.ts',
      'text.ts',
      'version.ts',
    ];
    const allowed: Record<string, string[]> = {
      agents: [],
      hooks: ['agents'],
      'sign-in': [],
      mcp: ['agents', 'hooks'],
      git: [],
      program: ['commands'],
      marker: ['git'],
      'recorder/spool': [],
      'recorder/memory': [],
      'recorder/read': ['agents', 'recorder/memory', 'recorder/spool'],
      'recorder/send': ['recorder/spool'],
      'recorder/commits': ['git', 'marker', 'recorder/spool', 'recorder/send'],
      lessons: ['agents', 'hooks'],
      'recorder/lessons': [
        'agents',
        'lessons',
        'recorder/commits',
        'recorder/read',
        'recorder/send',
        'recorder/spool',
      ],
      'recorder/run': [
        'agents',
        'recorder/memory',
        'recorder/read',
        'recorder/spool',
        'recorder/send',
        'recorder/commits',
        'recorder/lessons',
      ],
    };
    const roomOf = (path: string) =>
      /^(recorder\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? (leaves.includes(path) ? 'leaf' : 'wiring');
    const broken: string[] = [];
    for (const file of code.filter((one) => one.startsWith(base))) {
      const room = roomOf(file.slice(base.length));
      if (room === 'commands' || room === 'wiring') continue;
      if (room !== 'leaf' && !allowed[room]) broken.push(`${file} is in no room`);
      for (const specifier of importsOf(file).filter((one) => one.startsWith('.'))) {
        const other = roomOf(resolved(file, specifier).slice(base.length));
        if (other !== room && other !== 'leaf' && !allowed[room]?.includes(other))
          broken.push(`${file} → ${specifier}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('no drawer for everything: utils, helpers, common, shared, types, misc', () => {
    const drawers = /^(?:utils?|helpers?|common|shared|types?|misc)$/i;
    const found = files.filter((file) =>
      file.split('/').some((part) => drawers.test(part.split('.')[0] as string)),
    );
    assert.deepEqual(found, []);
  });

  it('one kind of privacy: members are private by #, only constructors by a keyword', () => {
    const found = code.filter((file) => /^\s+private (?!constructor\b)/m.test(read(file)));
    assert.deepEqual(found, []);
  });

  it('no default exports but where a tool wants one', () => {
    const found = files.filter(
      (file) =>
        isCode(file) && !/\.(?:config|reporter)\.ts$/.test(file) && /^export default\b/m.test(read(file)),
    );
    assert.deepEqual(found, []);
  });

  it('imports name their file, and only the packages that others stand on have a barrel', () => {
    const broken: string[] = [];
    for (const file of files.filter(isCode)) {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith('.') && !/\.(?:[cm]?[jt]sx?|json|css|svg)(?:\?\w+)?$/.test(specifier)) {
          broken.push(`${file} → ${specifier}`);
        }
      }
    }
    assert.deepEqual(broken, []);
    const barrels = code.filter((file) => /\/src\/index\.ts$/.test(file)).map(packageOf);
    assert.deepEqual(barrels.sort(), [
      'contract',
      'findings',
      'lessons',
      'links',
      'prices',
      'redaction',
      'review',
      'shell',
      'transcript',
    ]);
  });

  it('nothing of this machine and no credential is committed', () => {
    const patterns: [string, RegExp][] = [
      [
        'a path of the machine it was written on',
        new RegExp(['', 'work', '(?:main|shared|notes)\\b'].join('/')),
      ],
      ['the path of this clone', new RegExp(root.slice(0, -1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))],
      [
        'a package registry',
        /\bregistry\.(?!npmjs\.org|example\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+|\bartifactory\b|"resolved": "https?:/i,
      ],
      ['an organization secret', /\bsk_(?:live|test)_[0-9A-Za-z]{20,}/],
      ['an AWS key', /\bAKIA[0-9A-Z]{16}\b/],
      ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/=]{20,}/],
    ];
    const found = files.flatMap((file) => {
      const text = read(file);
      return patterns.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} holds ${what}`);
    });
    assert.deepEqual(found, []);
  });
});

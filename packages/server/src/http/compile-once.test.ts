import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CompileOnce } from './compile-once.ts';

const never = new AbortController().signal;
const idle = () => ({ idle: 1, active: 0, utilization: 0 });

it('compiles what is needed when it is needed, and never again', async () => {
  const compileOnce = new CompileOnce();
  const compiled: string[] = [];
  const needed = compileOnce.later(() => compiled.push('needed'));
  compileOnce.later(() => compiled.push('not needed yet'));
  assert.deepEqual(compiled, []);
  assert.equal(needed(), 1);
  assert.equal(needed(), 1);
  assert.deepEqual(compiled, ['needed']);
  await compileOnce.inQuiet(never, idle);
  assert.deepEqual(compiled, ['needed', 'not needed yet']);
  await compileOnce.inQuiet(never, idle);
  assert.deepEqual(compiled, ['needed', 'not needed yet']);
});

it('lets requests pass between two, and ends with the server', async () => {
  const compileOnce = new CompileOnce();
  const stopping = new AbortController();
  const happened: string[] = [];
  compileOnce.later(() => {
    happened.push('first');
    setImmediate(() => happened.push('a request'));
  });
  compileOnce.later(() => {
    happened.push('second');
    stopping.abort();
  });
  compileOnce.later(() => happened.push('third'));
  await compileOnce.inQuiet(stopping.signal, idle);
  assert.deepEqual(happened, ['first', 'a request', 'second']);
});

it('waits while there is much else to do', async () => {
  const compileOnce = new CompileOnce();
  const compiled: string[] = [];
  compileOnce.later(() => compiled.push('one'));
  const looks = [0.9, 0.31, 0.3];
  let looked = 0;
  const utilization = (before?: unknown) => ({
    ...idle(),
    utilization: before ? (looks[looked++] as number) : 0,
  });
  await compileOnce.inQuiet(never, utilization);
  assert.equal(looked, 3);
  assert.deepEqual(compiled, ['one']);
});

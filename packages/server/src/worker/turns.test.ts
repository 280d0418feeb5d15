import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Turns } from './turns.ts';

const limits = { ofOnePerson: 3, ofOneOrganization: 5, bytes: 100, bytesOfAll: 150 };
const task = (name: string, bytes = 0) => {
  const [organizationId = '', person = ''] = name.split('/');
  return { name, bytes, caller: { organizationId, person } };
};
const anybody = () => true;
const names = (turns: Turns<ReturnType<typeof task>>, mayHave = anybody as (id: string) => boolean) => {
  const found: string[] = [];
  for (let next = turns.next(mayHave); next; next = turns.next(mayHave)) found.push(next.name);
  return found;
};

it('organizations take turns, and within them people; what somebody asked first comes first', () => {
  const turns = new Turns<ReturnType<typeof task>>(limits);
  for (const name of ['a/x/1', 'a/x/2', 'a/x/3', 'a/y/1', 'b/z/1', 'b/z/2', 'c/w/1'])
    assert.equal(turns.add(task(name)), undefined);
  assert.equal(turns.waiting, 7);
  assert.deepEqual(names(turns), ['a/x/1', 'b/z/1', 'c/w/1', 'a/y/1', 'b/z/2', 'a/x/2', 'a/x/3']);
  assert.equal(turns.waiting, 0);
});

it('an organization that may have none now is passed over and keeps its place', () => {
  const turns = new Turns<ReturnType<typeof task>>(limits);
  for (const name of ['a/x/1', 'a/x/2', 'b/z/1']) turns.add(task(name));
  assert.equal(turns.next((id) => id !== 'a')?.name, 'b/z/1');
  assert.equal(
    turns.next((id) => id !== 'a'),
    undefined,
  );
  assert.deepEqual(names(turns), ['a/x/1', 'a/x/2']);
});

it('each person and each organization has so much room, and no more than all together', () => {
  const turns = new Turns<ReturnType<typeof task>>(limits);
  for (const name of ['a/x/1', 'a/x/2', 'a/x/3']) turns.add(task(name));
  assert.equal(turns.add(task('a/x/4')), 'past its share');
  assert.equal(turns.add(task('a/y/1')), undefined);
  assert.equal(turns.add(task('a/y/2')), undefined);
  assert.equal(turns.add(task('a/z/1')), 'past its share');
  assert.equal(turns.add(task('b/x/1', 100)), undefined);
  assert.equal(turns.add(task('b/x/2', 1)), 'past its share');
  assert.equal(turns.add(task('c/x/1', 51)), 'no room');
  assert.equal(turns.add(task('c/x/1', 50)), undefined);
  names(turns);
  assert.equal(turns.add(task('b/x/2', 100)), undefined, 'what was taken makes room');
});

it('what waited too long is taken out, the rest stays in order', () => {
  const turns = new Turns<ReturnType<typeof task>>(limits);
  for (const name of ['a/x/1', 'a/x/2', 'b/z/1', 'a/y/1']) turns.add(task(name, 20));
  const late = turns.takeOut(({ name }) => name.endsWith('/1'));
  assert.deepEqual(
    late.map(({ name }) => name),
    ['a/x/1', 'a/y/1', 'b/z/1'],
  );
  assert.equal(turns.waiting, 1);
  assert.deepEqual(names(turns), ['a/x/2']);
  assert.equal(turns.add(task('a/x/1', 100)), undefined, 'its bytes are free again');
});

import type { Caller } from '../domain/actor.ts';

interface Waiting {
  readonly caller: Caller;
  readonly bytes: number;
}

interface Line<Task> {
  /** Who was served longest ago comes first. */
  readonly persons: Map<string, Task[]>;
  waiting: number;
  bytes: number;
}

export interface TurnLimits {
  /** Tasks that may wait, of one person and of one organization. */
  ofOnePerson: number;
  ofOneOrganization: number;
  /** Bytes that may wait with them, of one organization and of all together. */
  bytes: number;
  bytesOfAll: number;
}

/** Tasks that wait. Organizations take turns, and the people of an organization take turns with its turns. */
export class Turns<Task extends Waiting> {
  readonly #limits: TurnLimits;
  /** Who was served longest ago comes first. */
  readonly #lines = new Map<string, Line<Task>>();
  #bytes = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Puts a task in line; says why not when there is no room for it. */
  add(task: Task): 'past its share' | 'no room' | undefined {
    const { organizationId, person } = task.caller;
    const line: Line<Task> = this.#lines.get(organizationId) ?? { persons: new Map(), waiting: 0, bytes: 0 };
    const own = line.persons.get(person) ?? [];
    const { ofOnePerson, ofOneOrganization, bytes, bytesOfAll } = this.#limits;
    const isPastShare =
      own.length >= ofOnePerson || line.waiting >= ofOneOrganization || line.bytes + task.bytes > bytes;
    if (isPastShare) return 'past its share';
    if (this.#bytes + task.bytes > bytesOfAll) return 'no room';
    own.push(task);
    line.persons.set(person, own);
    this.#lines.set(organizationId, line);
    this.#count(line, task, 1);
    return undefined;
  }

  /** The next task of those organizations that may have one. */
  next(mayHave: (organizationId: string) => boolean): Task | undefined {
    for (const [organizationId, line] of this.#lines) {
      if (!mayHave(organizationId)) continue;
      const [[person, tasks] = ['', []]] = line.persons;
      const task = tasks.shift();
      line.persons.delete(person);
      this.#lines.delete(organizationId);
      // Behind everybody who has waited meanwhile.
      if (tasks.length > 0) line.persons.set(person, tasks);
      if (line.persons.size > 0) this.#lines.set(organizationId, line);
      if (task) this.#count(line, task, -1);
      return task;
    }
    return undefined;
  }

  /** Takes out the tasks that have waited too long. */
  takeOut(isLate: (task: Task) => boolean): Task[] {
    const late: Task[] = [];
    for (const [organizationId, line] of this.#lines) {
      for (const [person, tasks] of line.persons) {
        const its = tasks.filter(isLate);
        if (its.length === 0) continue;
        for (const task of its) this.#count(line, task, -1);
        late.push(...its);
        const left = tasks.filter((task) => !its.includes(task));
        if (left.length > 0) line.persons.set(person, left);
        else line.persons.delete(person);
      }
      if (line.persons.size === 0) this.#lines.delete(organizationId);
    }
    return late;
  }

  #count(line: Line<Task>, { bytes }: Task, by: 1 | -1): void {
    line.waiting += by;
    line.bytes += by * bytes;
    this.#waiting += by;
    this.#bytes += by * bytes;
  }
}

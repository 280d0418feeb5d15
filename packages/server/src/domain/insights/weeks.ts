import { isOpenToAll } from '../access/reader.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { type Measure, type Measures, noMeasures } from './measures.ts';
import { type Answer, type AskedPart, answerOf, type Cell, type Group, groupsOf } from './partition.ts';
import type { CellName, CountedCell, HeldSessions, InsightStore, WeekMeasures, WeekRange } from './ports.ts';

/** Sessions of one week, repository and agent; those that not everybody may read are a cell of their own. */
export interface WeekCell extends Cell, CellName {
  sessions: number;
}

interface Week {
  cells: WeekCell[];
  groups: Group<WeekCell>[];
  /** What is all of one repository: nothing else of the week is in an answer about it. */
  byRepository: Map<string, Pick<Week, 'cells' | 'groups'>>;
}

function weekOf(cells: WeekCell[]): Week {
  const groups = groupsOf(cells);
  const only = Map.groupBy(groups, ({ cells: [first, ...others] }) =>
    others.every(({ repository }) => repository === first?.repository) ? first?.repository : undefined,
  );
  const byRepository = new Map(
    [...Map.groupBy(cells, ({ repository }) => repository)].map(([repository, some]) => [
      repository,
      { cells: some, groups: only.get(repository) ?? [] },
    ]),
  );
  return { cells, groups, byRepository };
}

const nameOf = ({ week, repository, agentId }: CellName): string =>
  JSON.stringify([week, repository, agentId]);

/** What was counted in some weeks, and what of it may be shown. */
export class CountedWeeks {
  readonly #store: InsightStore;
  readonly #organizationId: string;
  readonly #weeks: Map<number, Week>;
  /** What of a cell's sums is of sessions that are held. */
  readonly #held: Map<string, Measures>;

  private constructor(
    store: InsightStore,
    organizationId: string,
    cells: WeekCell[],
    held: readonly HeldSessions[],
  ) {
    this.#store = store;
    this.#organizationId = organizationId;
    this.#weeks = new Map(
      [...Map.groupBy(cells, ({ week }) => week)].map(([week, some]) => [week, weekOf(some)]),
    );
    this.#held = new Map(
      [...Map.groupBy(held, nameOf)].map(([name, some]) => [name, added(some.map((one) => one.measures))]),
    );
  }

  static async read(
    { store, clock }: Context,
    { organizationId, access }: Pick<MemberActor, 'organizationId' | 'access'>,
    range: WeekRange,
  ): Promise<CountedWeeks> {
    // In this order: what is held and not counted yet is left out.
    const held = access ? await store.insight.held(organizationId, range, clock()) : [];
    const counted = await store.insight.cells(organizationId, range);
    const isOpen = (repository: string) => isOpenToAll(access, repository);
    return new CountedWeeks(store.insight, organizationId, cellsOf(counted, held, isOpen), held);
  }

  /** By week, of those that have sessions. */
  answers(asked: AskedPart, content = false): Map<number, Answer<WeekCell>> {
    const nothing = { cells: [], groups: [] };
    return new Map(
      [...this.#weeks].map(([week, all]) => {
        const { repository } = asked;
        const { cells, groups } =
          repository === undefined ? all : (all.byRepository.get(repository) ?? nothing);
        return [week, answerOf(cells, groups, asked, content)];
      }),
    );
  }

  agents({ agentId, repository }: AskedPart): string[] {
    const sessions = new Map<string, number>();
    for (const cell of this.#cells()) {
      if (repository !== undefined && cell.repository !== repository) continue;
      sessions.set(cell.agentId, (sessions.get(cell.agentId) ?? 0) + cell.sessions);
    }
    return [...sessions.keys()].filter((one) => agentId === undefined || one === agentId).sort();
  }

  repositories(): string[] {
    return [...new Set(this.#cells().map(({ repository }) => repository))].filter((one) => one !== '');
  }

  /** The sums of what answers are of, by week. */
  async sums(
    answers: ReadonlyMap<number, Answer<WeekCell>>,
    names: readonly Measure[],
  ): Promise<WeekMeasures> {
    const whole: number[] = [];
    const besides: CellName[] = [];
    const less: CellName[] = [];
    const more: CellName[] = [];
    for (const [week, { cells }] of answers) {
      const all = this.#weeks.get(week)?.cells ?? [];
      if (cells.length === 0) continue;
      if (cells.length === all.length) {
        whole.push(week);
        continue;
      }
      if (this.#held.size === 0) {
        besides.push(...cells);
        continue;
      }
      const parts = Map.groupBy(all, nameOf);
      for (const [name, some] of Map.groupBy(cells, nameOf)) {
        const [cell] = some as [WeekCell];
        const isAll = some.length === parts.get(name)?.length;
        if (isAll || cell.isOpen) besides.push(cell);
        if (!isAll) (cell.isOpen ? less : more).push(cell);
      }
    }
    const sums = await this.#store.sums(this.#organizationId, whole, names, besides);
    for (const cell of less) this.#add(sums, cell, names, -1);
    for (const cell of more) this.#add(sums, cell, names, 1);
    return sums;
  }

  #add(sums: WeekMeasures, cell: CellName, names: readonly Measure[], sign: 1 | -1): void {
    const held = this.#held.get(nameOf(cell));
    const sum = sums.get(cell.week) ?? noMeasures();
    sums.set(cell.week, sum);
    for (const name of names) sum[name] += sign * (held?.[name] ?? 0);
  }

  #cells(): WeekCell[] {
    return [...this.#weeks.values()].flatMap(({ cells }) => cells);
  }
}

function added(all: readonly Measures[]): Measures {
  const sum = noMeasures();
  for (const one of all) for (const name of Object.keys(sum) as Measure[]) sum[name] += one[name];
  return sum;
}

function cellsOf(
  counted: readonly CountedCell[],
  held: readonly HeldSessions[],
  isOpen: (repository: string) => boolean,
): WeekCell[] {
  // What is not counted yet is left out.
  const heldIn = Map.groupBy(
    held.filter(({ ofAuthor }) => ofAuthor > 0),
    nameOf,
  );
  return counted.flatMap((one): WeekCell[] => {
    const { authors, ...cell } = one;
    const isShared = isOpen(one.repository);
    const closed = (isShared && heldIn.size > 0 && heldIn.get(nameOf(one))) || [];
    if (closed.length === 0) return [{ ...cell, isOpen: isShared, authors }];
    const open = { ...cell, isOpen: true, authors: new Set(authors) };
    const sessions = closed.reduce((sum, { measures }) => sum + measures.sessions, 0);
    const who = closed.map(({ authorUserId }) => authorUserId).filter((author) => author !== '');
    const parts = [open, { ...cell, isOpen: false, authors: new Set(who), sessions }];
    open.sessions -= sessions;
    for (const { authorUserId, ofAuthor, measures } of closed)
      if (ofAuthor <= measures.sessions) open.authors.delete(authorUserId);
    return parts.filter((part) => part.sessions > 0);
  });
}

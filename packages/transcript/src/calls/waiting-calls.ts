/** Calls that nothing has answered yet, by conversation. */
export class WaitingCalls {
  readonly #keys: Map<string, Set<string>>;

  constructor(saved?: SavedWaitingCalls) {
    this.#keys = new Map(saved?.map(([lane, keys]) => [lane, new Set(keys)]));
  }

  add(key: string, lane = ''): void {
    const keys = this.#keys.get(lane);
    if (keys === undefined) this.#keys.set(lane, new Set([key]));
    else keys.add(key);
  }

  delete(key: string, lane = ''): void {
    this.#keys.get(lane)?.delete(key);
  }

  of(lane = ''): string[] {
    return [...(this.#keys.get(lane) ?? [])];
  }

  all(): string[] {
    return [...this.#keys.values()].flatMap((keys) => [...keys]);
  }

  save(): SavedWaitingCalls {
    return [...this.#keys]
      .filter(([, keys]) => keys.size > 0)
      .map(([lane, keys]): [string, string[]] => [lane, [...keys]]);
  }
}

export type SavedWaitingCalls = [lane: string, keys: string[]][];

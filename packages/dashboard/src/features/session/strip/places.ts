type Places = readonly (readonly number[])[];

const timeOfPlace = (place: readonly number[] | undefined): number => place?.[0] ?? 0;
const sequenceOfPlace = (place: readonly number[] | undefined): number => place?.[1] ?? 0;

/** The last place at or before a value of one of its two numbers; -1 before the first. */
function lastAt(places: Places, value: number, of: typeof timeOfPlace): number {
  let [before, after] = [-1, places.length];
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (of(places[middle]) <= value) before = middle;
    else after = middle;
  }
  return before;
}

/** The event that was written at a time, or as near to it as is known. */
export function sequenceAt(places: Places, time: number): number {
  const at = lastAt(places, time, timeOfPlace);
  const [here, next] = [places[Math.max(0, at)], places[at + 1]];
  const span = timeOfPlace(next) - timeOfPlace(here);
  if (at < 0 || !next || span <= 0) return sequenceOfPlace(here);
  const share = (time - timeOfPlace(here)) / span;
  return Math.floor(sequenceOfPlace(here) + share * (sequenceOfPlace(next) - sequenceOfPlace(here)));
}

/** When an event was written. */
export function timeOf(places: Places, sequence: number): number {
  const at = lastAt(places, sequence, sequenceOfPlace);
  const [here, next] = [places[Math.max(0, at)], places[at + 1]];
  const span = sequenceOfPlace(next) - sequenceOfPlace(here);
  if (at < 0 || !next || span <= 0) return timeOfPlace(here);
  const share = (sequence - sequenceOfPlace(here)) / span;
  return timeOfPlace(here) + share * (timeOfPlace(next) - timeOfPlace(here));
}

/** The events of a time, from the first to the last; both are where something is known to be. */
export function sequencesBetween(places: Places, from: number, to: number): { from: number; to: number } {
  const isInside = (place: readonly number[]) => timeOfPlace(place) >= from && timeOfPlace(place) <= to;
  const first = places.find(isInside);
  const last = places.findLast(isInside);
  // Between two places that are known: as much of them as the time is of the time between.
  if (!first || !last) return { from: sequenceAt(places, from), to: sequenceAt(places, to) };
  return {
    from: Math.min(sequenceOfPlace(first), sequenceAt(places, from) + 1),
    to: Math.max(sequenceOfPlace(last), sequenceAt(places, to)),
  };
}

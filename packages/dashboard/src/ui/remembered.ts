import { type Observable, observable } from '../observable.ts';

/** A choice about the look of the page, kept in this browser. */
export function remembered(name: string, initial: boolean): Observable<boolean> {
  const key = `debrief.${name}`;
  const stored = localStorage.getItem(key);
  const choice = observable(stored === null ? initial : stored === 'yes');
  choice.subscribe(() => localStorage.setItem(key, choice.get() ? 'yes' : 'no'));
  return choice;
}

import { observable } from '../../observable.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

export const toasts = observable<Toast[]>([]);

let next = 1;

/** One sentence about what just happened, said once. Goes away by itself; bad news stays longer. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = next++;
  const others = toasts.get().filter((one) => one.text !== text);
  toasts.set([...others.slice(-2), { id, text, tone }]);
  setTimeout(() => dismiss(id), tone === 'good' ? 3_500 : 9_000);
}

export const dismiss = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id));

export const toastError = (error: unknown): void =>
  toast(error instanceof Error ? error.message : 'Something went wrong.', 'bad');

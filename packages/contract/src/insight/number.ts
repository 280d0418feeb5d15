/** How numbers are written, on pages and in mails. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export const count = (value: number): string => whole.format(value);

/** 950, 1.2k, 34k, 1.3M, 2.1B */
export function compact(value: number): string {
  const size = Math.abs(value);
  if (size < 1_000) return String(Math.round(value));
  for (const [unit, sign] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (size < unit * 0.9995) continue;
    const scaled = value / unit;
    return `${Math.abs(scaled) < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)}${sign}`;
  }
  return '1k';
}

/** Cents below a hundred dollars, whole dollars above; a tiny amount is not nothing. */
export function dollars(value: number): string {
  if (value === 0) return '$0';
  if (value < 0.005) return '<$0.01';
  return value < 100 ? `$${value.toFixed(2)}` : `$${count(value)}`;
}

/** 450 ms, 12 s, 4 m 05 s, 2 h 10 m, 3 d 4 h */
export function duration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 10) return `${(ms / 1_000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 ? `${minutes} m ${String(seconds % 60).padStart(2, '0')} s` : `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} m` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

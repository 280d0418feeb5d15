import type { NotificationSettingsRecord } from '../review/records.ts';

const minute = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws for what is no time zone. */
const newFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** The name that a time zone is kept under: one may write it in any case. Undefined for what is none. */
export function timeZoneOf(name: string): string | undefined {
  try {
    return newFormat(name).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Making one takes longer than using it. A zone that this server does not know any more is UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = newFormat(timeZoneOf(timeZone) ?? 'UTC');
  formats.set(timeZone, format);
  return format;
}

/** What a member's clock shows: the day, and how many minutes of it are over. */
export function clockOf(
  { timeZone }: Pick<NotificationSettingsRecord, 'timeZone'>,
  at: number,
): { day: string; minutes: number } {
  const parts = formatOf(timeZone ?? 'UTC').formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The hours in which the member wants nothing sent; they may go past midnight. */
export function isQuietHour(settings: NotificationSettingsRecord, at: number): boolean {
  const { quietFrom, quietTo } = settings;
  if (quietFrom === null || quietTo === null) return false;
  const { minutes } = clockOf(settings, at);
  return quietFrom <= quietTo
    ? minutes >= quietFrom && minutes < quietTo
    : minutes >= quietFrom || minutes < quietTo;
}

/** When the member's clock last showed this minute of the day. */
export function lastTime(settings: NotificationSettingsRecord, minuteOfDay: number, at: number): number {
  const { minutes } = clockOf(settings, at);
  const since = (minutes - minuteOfDay + 24 * 60) % (24 * 60);
  return Math.floor(at / minute) * minute - since * minute;
}

import { isIPv6 } from 'node:net';

/** A home or an office has a /64 of its own; single IPv6 addresses cost nothing. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  if (/^::ffff:\d/i.test(ip)) return ip.slice(7);
  const [head = '', tail = ''] = ip.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...gap, ...right].slice(0, 4).join(':');
}

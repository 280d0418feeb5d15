import { BlockList, isIP } from 'node:net';

/** Nothing on the open internet has these: own networks, the machine itself, documentation, metadata of clouds. */
const refusedRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Azure answers its virtual machines here.
  '168.63.129.16/32',
  // Of what is global by its first bits: Teredo and other special ones, documentation, 6to4, which hides an IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

/** Where what an operator runs may be: this machine and its networks, not the metadata of a cloud. */
export const ownNetworks = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'],
];

/** All other IPv6 addresses are private, local, mapped, multicast or not given to anybody. */
const globalRange = '2000::/3';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

export function rangeList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const refused = rangeList(refusedRanges);
const global = rangeList([globalRange]);

/** An IPv4 address in the clothes of IPv6 is that IPv4 address. */
function unmapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
  }
  return /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.exec(address)?.[1] ?? address;
}

/** `private`: only because an operator named its range. */
export function judged(given: string, allowed: BlockList): 'public' | 'private' | 'refused' {
  const address = unmapped(given);
  if (isIP(address) === 0) return 'refused';
  const family = familyOf(address);
  if (allowed.check(address, family)) return 'private';
  const isGlobal = family === 'ipv4' || global.check(address, family);
  return isGlobal && !refused.check(address, family) ? 'public' : 'refused';
}

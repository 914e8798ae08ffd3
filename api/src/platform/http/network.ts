import { isIPv6 } from 'node:net';

/**
 * The key by which attempts are counted: an IPv4 address, or the /64 network of an IPv6 address, because a client can
 * use any address in it. A socket has no address any more once its client has left, for example a health check that
 * waited for too long.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  const address = ip.split('%')[0] ?? '';
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4) return mappedIpv4;
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return `${[...leading, ...zeros, ...trailing]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

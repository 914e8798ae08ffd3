import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readAddressList } from './address-list.ts';

/** Asks which addresses a name has. */
export type Resolve = (
  name: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The addresses to which the texts of people may send the program: public ones, and those that its operator lists. */
export interface Reach {
  /** Whether the host of an address may be called, as far as its writing tells: a name is judged when it is resolved. */
  allowsHost(url: URL): boolean;
  /** Resolves for a connection, and fails for a name of which any address may not be called. */
  lookup(url: URL): LookupFunction;
}

/** The host was resolved to an address that may not be called. */
export class OutOfReach extends Error {}

const byName: Resolve = (name, answer) => lookup(name, { all: true }, answer);

/**
 * `listed` are the operator's addresses, private networks mostly. Plain HTTP goes there alone. A connection is made to the very
 * address that was judged, so that a name that answers otherwise the next time leads nowhere else.
 */
export function createReach(listed: string, resolve = byName): Reach {
  const list = readAddressList(listed);
  const allows = (isSecure: boolean, address: string): boolean =>
    list.holds(address) || (isSecure && isPublic(address));
  return {
    allowsHost({ protocol, hostname }) {
      const host = hostname.replace(/^\[|\]$/g, '');
      if (ipaddr.isValid(host)) return allows(protocol === 'https:', host);
      return protocol === 'https:' || !list.isEmpty;
    },
    lookup:
      ({ protocol }) =>
      (name, options, callback) =>
        resolve(name, (error, addresses) => {
          const [first] = addresses ?? [];
          if (error || !first) return callback(error ?? new Error(`${name} has no address`), '');
          if (!addresses.every(({ address }) => allows(protocol === 'https:', address)))
            return callback(new OutOfReach(`${name} leads to an address that may not be called`), '');
          return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
        }),
  };
}

/**
 * Neither of this machine, nor of a private network, nor set aside for something else: NAT64, 6to4 and Teredo addresses lead to an
 * IPv4 address inside them. Of IPv6 only 2000::/3 is given to networks; `::127.0.0.1` and all else beyond it is nobody's.
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address); // an IPv4 address in the clothes of IPv6 is judged as IPv4
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

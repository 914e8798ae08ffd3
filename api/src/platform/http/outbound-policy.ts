import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddressList } from './address-list.ts';

/** Looks up the addresses of a host name. */
export type ResolveHost = (
  name: string,
  respond: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Addresses that the app may call because of user input: public ones, and those listed by the operator. */
export interface OutboundPolicy {
  /** Whether the host of a URL may be called as written. A host name is checked when it is resolved. */
  allowsHost(url: URL): boolean;
  /** Resolves the host for a connection. Fails if any of its addresses is not allowed. */
  lookup(url: URL): LookupFunction;
}

/** The host resolved to an address that is not allowed. */
export class OutboundForbidden extends Error {}

const resolveByDns: ResolveHost = (name, callback) => lookup(name, { all: true }, callback);

/**
 * `allowedAddresses` are the operator's addresses, mostly in private networks; plain HTTP is allowed only for them. A
 * connection uses the address that was checked, so a later lookup with another result (DNS rebinding) has no effect.
 */
export function createOutboundPolicy(allowedAddresses: string, resolveHost = resolveByDns): OutboundPolicy {
  const list = parseAddressList(allowedAddresses);
  const isAllowed = (isSecure: boolean, address: string): boolean =>
    list.contains(address) || (isSecure && isPublic(address));
  return {
    allowsHost({ protocol, hostname }) {
      const host = hostname.replace(/^\[|\]$/g, '');
      if (ipaddr.isValid(host)) return isAllowed(protocol === 'https:', host);
      return protocol === 'https:' || !list.isEmpty;
    },
    lookup:
      ({ protocol }) =>
      (name, options, callback) =>
        resolveHost(name, (error, addresses) => {
          const [first] = addresses ?? [];
          if (error || !first) return callback(error ?? new Error(`${name} has no address`), '');
          if (!addresses.every(({ address }) => isAllowed(protocol === 'https:', address)))
            return callback(new OutboundForbidden(`${name} leads to an address that may not be called`), '');
          return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
        }),
  };
}

/**
 * Whether an address is public: not loopback, private or reserved. NAT64, 6to4 and Teredo addresses are excluded
 * because they map to an embedded IPv4 address. In IPv6 only 2000::/3 is allocated to networks, which excludes
 * `::127.0.0.1` and the like.
 */
function isPublic(address: string): boolean {
  const parsedAddress = ipaddr.process(address); // treats an IPv4-mapped IPv6 address as IPv4
  if (parsedAddress.range() !== 'unicast') return false;
  return parsedAddress.kind() === 'ipv4' || ((parsedAddress.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

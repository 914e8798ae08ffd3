import { BlockList, isIP } from 'node:net';

/** Lists of addresses and ranges as people write them, separated by line breaks or commas. */

/** Tests whether a list contains an address. An empty list contains none. */
export function parseAddressList(text: string | null): { readonly isEmpty: boolean; contains(ip: string): boolean } {
  const lines = addressLines(text);
  const list = new BlockList();
  for (const line of lines) addRange(list, line);
  return {
    isEmpty: lines.length === 0,
    contains: (ip) => isIP(ip) > 0 && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4'),
  };
}

const addressLines = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function addRange(list: BlockList, line: string): void {
  const [address = '', bits] = line.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** The first entry that is neither an address nor a range; undefined if all are valid. */
export const findInvalidAddress = (text: string): string | undefined =>
  addressLines(text).find((line) => {
    const [address = '', bits, ...otherParts] = line.split('/');
    const maxBits = { 4: 32, 6: 128 }[isIP(address)];
    const isValidRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (maxBits ?? 0));
    return maxBits === undefined || otherParts.length > 0 || !isValidRange;
  });

import { createHmac } from 'node:crypto';

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Authenticator code for this base32 secret (RFC 6238: SHA-1, 6 digits, 30 seconds), `stepOffset` steps before or after
 * the current one. The server accepts one step before and after the current one, and each step only once. A test that needs
 * several codes uses -1, 0 and 1 in this order.
 */
export function createOneTimeCode(secret: string, stepOffset = 0): string {
  const bits = [...secret].map((character) => BASE32_ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepOffset));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

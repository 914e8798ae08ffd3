import { trimEndCharacters } from '@innkeeper/contract';
import { findInvalidAddress } from '../http/address-list.ts';

/** An invalid environment variable. The message is one line that names it. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

export function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim();
  if (!text) return fallback;
  if (text !== '0' && text !== '1') throw new ConfigError(`${name} must be 1 or 0, not "${text}"`);
  return text === '1';
}

export function readUrl(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError(`${name} must be an address like https://console.example, not "${text}"`);
  return trimEndCharacters(text, '/');
}

/** Reads a list of addresses and ranges: `10.0.0.0/8, 192.168.1.7`. */
export function readAddressList(env: Environment, name: string): string {
  const text = env[name]?.trim() ?? '';
  const invalidAddress = findInvalidAddress(text);
  if (invalidAddress !== undefined)
    throw new ConfigError(`${name} must be addresses and ranges like 10.0.0.0/8, 192.168.1.7, not "${invalidAddress}"`);
  return text;
}

/** A shorter secret could be guessed from outside. */
const MIN_SECRET_LENGTH = 16;

/** A secret that callers of a path without a session send. */
export function readSecret(env: Environment, name: 'MAIL_EVENTS_SECRET' | 'METRICS_TOKEN'): string | undefined {
  const secret = env[name]?.trim();
  if (!secret) return undefined;
  if (secret.length < MIN_SECRET_LENGTH)
    throw new ConfigError(`${name} must have ${MIN_SECRET_LENGTH} characters or more`);
  return secret;
}

/** Characters not allowed in a URL are percent-encoded. Undefined if the encoding is invalid. */
export function decodeUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

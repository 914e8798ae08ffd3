import { hash } from 'node:crypto';
import type { ResourceDefinition } from '@innkeeper/contract';
import { createSigningSecret, createToken } from '../../access/token.ts';
import type { Values } from './behaviour.ts';

/*
 * Tokens that machines sign in with. Where a request brings none, one is made here, and the answer of that very call shows it; from then on
 * there is only its hash. A client that sends its own token knows it already.
 */

/** The field of a resource that holds a token. */
export const tokenField = (d: ResourceDefinition): string | undefined =>
  Object.entries(d.fields).find(([, f]) => f.kind === 'secret' && f.token)?.[0];

/** A new token for a record that was given none; nothing for a resource without one. */
export function issueToken(d: ResourceDefinition, columns: Values): Readonly<Record<string, string>> {
  const name = tokenField(d);
  if (name === undefined || typeof columns[name] === 'string') return {};
  return { [name]: isSigning(d, name) ? createSigningSecret() : createToken('integration') };
}

/** Whether a token signs messages that are sent out, so that it is needed as it is. */
const isSigning = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f?.kind === 'secret' && f.signs === true;
};

/** The stored form of a token, by which it is found: it is random, so that a fast hash gives nothing away. */
export const storedToken = (d: ResourceDefinition, name: string, token: string): string =>
  isSigning(d, name) ? token : hash('sha256', token);

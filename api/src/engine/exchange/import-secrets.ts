import { PASSWORD_MAX_LENGTH, type ResourceDefinition, message } from '@innkeeper/contract';
import { inSlot } from '../../platform/http/slots.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { WriteServices } from '../resources/write-services.ts';
import type { SaidRow } from './import-rows.ts';

/** Passwords that one file may bring. Each takes 25 ms of a processor. */
export const SECRETS_MAX = 1_000;
/** Hashed at once, so that sign-in has the other half of the slots. */
const AT_ONCE = 2;

/**
 * Services that have the passwords of new records hashed already, and not while rows are locked. A file that is only checked
 * keeps none, so that none is hashed. Throws a 422 for more than are taken.
 */
export async function withHashedSecrets<S extends WriteServices>(
  services: S,
  d: ResourceDefinition,
  said: readonly SaidRow[],
  isDryRun: boolean,
): Promise<S> {
  const secrets = secretsIn(d, said);
  const beyond = secrets[SECRETS_MAX];
  if (beyond) throw invalid({ [`row ${beyond.row}: ${beyond.name}`]: [message('secrets', SECRETS_MAX)] });
  if (isDryRun) return { ...services, hashSecret: () => Promise.resolve('not kept') };
  // Two people of one password have two hashes.
  const hashes = new Map<string, string[]>();
  const waiting = secrets.values();
  const hashOn = async () => {
    for (const { text } of waiting) {
      const hash = await inSlot(() => services.hashSecret(text));
      hashes.set(text, [...(hashes.get(text) ?? []), hash]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hashOn));
  return { ...services, hashSecret: async (text) => hashes.get(text)?.pop() ?? services.hashSecret(text) };
}

/** Nobody's password is changed by a file, and a text too long for one is refused unhashed. */
function secretsIn(d: ResourceDefinition, said: readonly SaidRow[]) {
  const names = Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'secret' && !f.token ? [name] : []));
  return said.flatMap(({ row, texts }) =>
    names.flatMap((name) => {
      const { [name]: text = '', id = '' } = texts;
      return id === '' && text !== '' && text.length <= PASSWORD_MAX_LENGTH * 2 ? [{ row, name, text }] : [];
    }),
  );
}

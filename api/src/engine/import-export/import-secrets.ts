import { PASSWORD_MAX_LENGTH, type ResourceDefinition, message } from '@innkeeper/contract';
import { limitHashing } from '../../platform/http/limiter.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { WriteServices } from '../resources/write-services.ts';
import type { InputRow } from './input-rows.ts';

/** Maximum number of passwords in a file. Each takes 25 ms of CPU time to hash. */
export const MAX_SECRETS = 1_000;
/** Concurrent hashes: the other half of the limit remains for sign-ins. */
const MAX_CONCURRENT = 2;

/**
 * Services with the passwords of new records hashed in advance, so that no rows are locked meanwhile. A dry run hashes
 * none, because it stores none. Throws a 422 above the maximum.
 */
export async function withHashedSecrets<S extends WriteServices>(
  services: S,
  d: ResourceDefinition,
  inputRows: readonly InputRow[],
  isDryRun: boolean,
): Promise<S> {
  const secrets = findSecrets(d, inputRows);
  const firstExcess = secrets[MAX_SECRETS];
  if (firstExcess)
    throw validationError({ [`row ${firstExcess.row}: ${firstExcess.name}`]: [message('secrets', MAX_SECRETS)] });
  if (isDryRun) return { ...services, hashSecret: () => Promise.resolve('not kept') };
  // Users with the same password must get different hashes.
  const hashes = new Map<string, string[]>();
  const pendingSecrets = secrets.values();
  const hashNext = async () => {
    for (const { text } of pendingSecrets) {
      const hash = await limitHashing(() => services.hashSecret(text));
      hashes.set(text, [...(hashes.get(text) ?? []), hash]);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, hashNext));
  return { ...services, hashSecret: async (text) => hashes.get(text)?.pop() ?? services.hashSecret(text) };
}

/** Only new records have secrets to hash: a file cannot change passwords. Longer texts are rejected by validation. */
function findSecrets(d: ResourceDefinition, inputRows: readonly InputRow[]) {
  const names = Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'secret' && !f.token ? [name] : []));
  return inputRows.flatMap(({ row, texts }) =>
    names.flatMap((name) => {
      const { [name]: text = '', id = '' } = texts;
      return id === '' && text !== '' && text.length <= PASSWORD_MAX_LENGTH * 2 ? [{ row, name, text }] : [];
    }),
  );
}

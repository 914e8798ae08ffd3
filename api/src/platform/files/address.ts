import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';

/**
 * Checks signed addresses, `/storage/{name}?expires={seconds since 1970}&signature={base64url}`: anybody with one may read that
 * file, without a token, for an hour at most. They are made by `file_address` (db/living/files.sql), in the statement
 * that reads the record.
 */
export interface Addresses {
  /** Seconds for which an address still serves; undefined where it was not signed here, or serves no more. */
  secondsLeft(name: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<number | undefined>;
}

export function createAddresses(db: Db): Addresses {
  return {
    async secondsLeft(name, { expires, signature }, now) {
      if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return undefined;
      const [stem] = name.split('.');
      const right = createHmac('sha256', await signingKey(db))
        .update(`${stem}\n${expires}`)
        .digest();
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const left = Number(expires) - Math.floor(now.getTime() / 1000);
      return left > 0 ? left : undefined;
    },
  };
}

/** The key of a database, by which it signs. It never changes, so that a process may keep it. */
export async function signingKey(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known) return known;
  const { key } = await db.kysely.selectFrom('signing_key').select('key').executeTakeFirstOrThrow();
  keys.set(db, key);
  return key;
}
const keys = new WeakMap<Db, Buffer>();

/** Whether a text is an address of the file with this name, served still or not. */
export const isAddressOf = (text: string, name: string): boolean => text.split('?')[0] === `/storage/${name}`;

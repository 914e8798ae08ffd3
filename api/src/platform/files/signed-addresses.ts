import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';

/**
 * Checks signed URLs, `/storage/{name}?expires={seconds since 1970}&signature={base64url}`. Anyone with the URL can
 * read the file without a token, for one hour at most. `signed_file_path` (db/routines/file-urls.sql) creates them in
 * the statement that reads the record.
 */
export interface Addresses {
  /** Seconds for which a URL is still valid; undefined if its signature is invalid or it has expired. */
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

/** The signing key of a database. It never changes, so a process may cache it. */
export async function signingKey(db: Db): Promise<Buffer> {
  const cachedKey = keys.get(db);
  if (cachedKey) return cachedKey;
  const { key } = await db.kysely.selectFrom('signing_key').select('key').executeTakeFirstOrThrow();
  keys.set(db, key);
  return key;
}
const keys = new WeakMap<Db, Buffer>();

/** Whether a text is a URL of the file with this name, expired or not. */
export const isAddressOf = (text: string, name: string): boolean => text.split('?')[0] === `/storage/${name}`;

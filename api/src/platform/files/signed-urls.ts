import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';

/**
 * Checks signed URLs, `/storage/{name}?expires={seconds since 1970}&signature={base64url}`. Anyone with the URL can
 * read the file without a token, for one hour at most. `signed_file_path` (db/routines/file-urls.sql) creates them in
 * the statement that reads the record.
 */
export interface SignedUrls {
  /** Seconds for which a URL is still valid; undefined if its signature is invalid or it has expired. */
  secondsLeft(name: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<number | undefined>;
}

export function createSignedUrls(db: Db): SignedUrls {
  return {
    async secondsLeft(name, { expires, signature }, now) {
      if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return undefined;
      const [baseName] = name.split('.');
      const expectedSignature = createHmac('sha256', await signingKey(db))
        .update(`${baseName}\n${expires}`)
        .digest();
      const sentSignature = Buffer.from(signature, 'base64url');
      if (sentSignature.length !== expectedSignature.length || !timingSafeEqual(sentSignature, expectedSignature))
        return undefined;
      const remainingSeconds = Number(expires) - Math.floor(now.getTime() / 1000);
      return remainingSeconds > 0 ? remainingSeconds : undefined;
    },
  };
}

/** The signing key of a database. It never changes, so a process may cache it. */
export async function signingKey(db: Db): Promise<Buffer> {
  const cachedKey = cachedKeys.get(db);
  if (cachedKey) return cachedKey;
  const { key } = await db.kysely.selectFrom('signing_key').select('key').executeTakeFirstOrThrow();
  cachedKeys.set(db, key);
  return key;
}
const cachedKeys = new WeakMap<Db, Buffer>();

/** Whether a text is a URL of the file with this name, expired or not. */
export const isUrlOf = (text: string, name: string): boolean => text.split('?')[0] === `/storage/${name}`;

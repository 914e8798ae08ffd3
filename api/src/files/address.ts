import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';

/** An address serves for an hour. */
const LIFE_SECONDS = 3600;

/** Signed addresses of files: whoever has one may read that file, without a token, for an hour. */
export interface Addresses {
  /** `/storage/{name}?expires={seconds since 1970}&signature={base64url}` */
  of(name: string, now: Date): Promise<string>;
  /** Seconds for which an address still serves; undefined where it was not signed here, or serves no more. */
  secondsLeft(name: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<number | undefined>;
}

export function createAddresses(db: Db): Addresses {
  // It never changes, so that a process may keep it.
  let known: Buffer | undefined;
  const key = async () => (known ??= await readKey(db));
  const sign = async (name: string, expires: string) =>
    createHmac('sha256', await key())
      .update(`${name}\n${expires}`)
      .digest();

  return {
    async of(name, now) {
      const expires = String(secondsOf(now) + LIFE_SECONDS);
      return `/storage/${name}?expires=${expires}&signature=${(await sign(name, expires)).toString('base64url')}`;
    },
    async secondsLeft(name, { expires, signature }, now) {
      if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return undefined;
      const right = await sign(name, expires);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const left = Number(expires) - secondsOf(now);
      return left > 0 ? left : undefined;
    },
  };
}

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

async function readKey(db: Db): Promise<Buffer> {
  const { key } = await db.kysely.selectFrom('signing_key').select('key').executeTakeFirstOrThrow();
  return key;
}

import type { Db } from '@innkeeper/db';
import { demoPictures, readDemoPicture } from '@innkeeper/demo/pictures';
import type { Store } from './store.ts';

/**
 * Copies missing pictures of the demo vouchers to the store under the names in the database. The pictures ship with the
 * app, not with the database. Returns how many were missing.
 */
export async function storeDemoPictures(db: Db, store: Store): Promise<number> {
  const named = await db.kysely.selectFrom('stored_file').select('name').where('name', 'in', demoPictures).execute();
  let missing = 0;
  for (const { name } of named) {
    const stored = await store.open(name);
    stored?.content.destroy();
    if (stored) continue;
    await store.write(name, await readDemoPicture(name));
    missing++;
  }
  return missing;
}

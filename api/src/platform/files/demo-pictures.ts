import type { Db } from '@innkeeper/db';
import { demoPictures, readDemoPicture } from '@innkeeper/demo/pictures';
import type { Store } from './store.ts';

/**
 * Sees to it that the pictures of the demonstration's vouchers lie in the store, where the database names them: they come with
 * the program, not with the database. Returns how many were missing.
 */
export async function keepDemoPictures(db: Db, store: Store): Promise<number> {
  const named = await db.kysely.selectFrom('stored_file').select('name').where('name', 'in', demoPictures).execute();
  let missing = 0;
  for (const { name } of named) {
    const kept = await store.open(name);
    kept?.content.destroy();
    if (kept) continue;
    await store.write(name, await readDemoPicture(name));
    missing++;
  }
  return missing;
}

import type { Db } from '@innkeeper/db';
import { demoPictures, readDemoPicture } from '@innkeeper/demo/pictures';
import type { Store } from './store.ts';

/**
 * Copies missing pictures of the demo vouchers to the store under the names in the database. The pictures ship with the
 * app, not with the database. Returns how many were missing.
 */
export async function storeDemoPictures(db: Db, store: Store): Promise<number> {
  const recordedFiles = await db.kysely
    .selectFrom('stored_file')
    .select('name')
    .where('name', 'in', demoPictures)
    .execute();
  let missingCount = 0;
  for (const { name } of recordedFiles) {
    const storedFile = await store.open(name);
    storedFile?.content.destroy();
    if (storedFile) continue;
    await store.write(name, await readDemoPicture(name));
    missingCount++;
  }
  return missingCount;
}

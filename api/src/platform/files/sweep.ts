import type { Db } from '@innkeeper/db';
import { storedFileName } from './file-names.ts';
import type { Store } from './store.ts';

/** No write takes longer than this between storing its file and committing its row. */
const MIN_AGE_MS = 86_400_000;
const BATCH_SIZE = 500;

/**
 * Removes files left by failed writes: older than a day, referenced by no row, and not restorable from the audit log.
 * Files not created by this app are left alone. Returns how many it removed.
 */
export async function sweepFiles(db: Db, store: Store, now: Date): Promise<number> {
  let removedCount = 0;
  const removeUnreferenced = async (files: readonly (readonly [storedFiles: string, name: string])[]) => {
    if (files.length === 0) return;
    const names = [...new Set(files.map(([, name]) => name))];
    const recordedFiles = await db.kysely.selectFrom('stored_file').select('name').where('name', 'in', names).execute();
    const referencedNames = new Set(recordedFiles.map(({ name }) => name));
    for (const [storedName] of files.filter(([, name]) => !referencedNames.has(name))) {
      await store.remove(storedName);
      removedCount += 1;
    }
  };
  let batch: (readonly [string, string])[] = [];
  for await (const { name: storedName, writtenAt } of store.list()) {
    const name = storedFileName(storedName);
    if (name === undefined || now.getTime() - writtenAt.getTime() < MIN_AGE_MS) continue;
    batch.push([storedName, name]);
    if (batch.length < BATCH_SIZE) continue;
    await removeUnreferenced(batch);
    batch = [];
  }
  await removeUnreferenced(batch);
  return removedCount;
}

import type { Db } from '@innkeeper/db';
import { nameOfKept } from './names.ts';
import type { Store } from './store.ts';

/** No write takes longer from its file to its row. */
const AGE_MS = 86_400_000;
const AT_ONCE = 500;

/**
 * Removes the files that a write has left which never was: no row names them, nor can the operation log bring back one that did,
 * and they are older than a day. Files that are none of ours are left alone. Returns how many it removed.
 */
export async function sweepFiles(db: Db, store: Store, now: Date): Promise<number> {
  let removed = 0;
  const sweep = async (files: readonly (readonly [kept: string, name: string])[]) => {
    if (files.length === 0) return;
    const names = [...new Set(files.map(([, name]) => name))];
    const named = await db.kysely.selectFrom('stored_file').select('name').where('name', 'in', names).execute();
    const known = new Set(named.map(({ name }) => name));
    for (const [kept] of files.filter(([, name]) => !known.has(name))) {
      await store.remove(kept);
      removed += 1;
    }
  };
  let batch: (readonly [string, string])[] = [];
  for await (const { name: kept, writtenAt } of store.list()) {
    const name = nameOfKept(kept);
    if (name === undefined || now.getTime() - writtenAt.getTime() < AGE_MS) continue;
    batch.push([kept, name]);
    if (batch.length < AT_ONCE) continue;
    await sweep(batch);
    batch = [];
  }
  await sweep(batch);
  return removed;
}

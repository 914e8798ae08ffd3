import type { Db, Tx } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { ApiError, fail } from '../http/fail.ts';
import type { Addresses } from './address.ts';
import { WIDTHS, isName, nameAt, newName, widthIn } from './names.ts';
import { type PictureShape, type PictureSource, readPicture } from './picture.ts';
import type { Store } from './store.ts';

/** Keeps the files that people send. */
export interface Files {
  /**
   * Keeps a picture, in several sizes. Returns its name, which no row has yet; `withNewFiles` sees to it that one gets it, or
   * that the file goes. Throws a 422 at the field for a file that is no picture.
   */
  keepPicture(source: PictureSource, shape: PictureShape, field: string): Promise<string>;
  /** Removes a file that no row names any more. A file that cannot be removed stays, and the log says so. */
  remove(name: string): Promise<void>;
}

interface Services {
  readonly clock: () => Date;
  readonly addresses: Addresses;
  readonly store: Store;
}

/*
 * A file is written before the row that names it, and `nameFiles` notes it in the transaction of that row: a crash in between
 * leaves a file that is noted nowhere, never a row without its file. `sweepFiles` removes files that are noted nowhere after a day.
 */

/** Keeps files in a store, and serves them at signed addresses: `GET /storage/{name}?expires=…&signature=…&width=…`. */
export function registerStorage(app: FastifyInstance, { clock, addresses, store }: Services): Files {
  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/storage/:name',
    async ({ params: { name }, query }, reply) => {
      const seconds = await addresses.secondsLeft(name, query, clock());
      if (seconds === undefined) throw fail('forbidden');
      const width = widthIn(query);
      // A picture that is smaller than the width is kept once, and serves for it.
      const smaller = isName(name) && width !== undefined ? await store.open(nameAt(name, width)) : undefined;
      const file = smaller ?? (isName(name) ? await store.open(name) : undefined);
      if (!file) throw fail('record_not_found', { params: { label: { en: 'File', id: 'Berkas' }, id: name } });
      return reply
        .headers({
          'content-length': file.size,
          'content-disposition': 'inline',
          'cache-control': `private, max-age=${seconds}, immutable`,
        })
        .type('image/webp')
        .send(file.content);
    },
  );

  return {
    async keepPicture(source, shape, field) {
      const picture = await readPicture(source, shape, field);
      const name = newName();
      try {
        for (const [width, less] of picture.smaller) await store.write(nameAt(name, width), less);
        await store.write(name, picture.bytes);
      } catch (error) {
        await removeFile(store, name).catch(() => undefined);
        throw error;
      }
      return name;
    },
    remove: (name) =>
      removeFile(store, name).catch((error: unknown) => app.log.error({ err: error }, `the file ${name} stays`)),
  };
}

/** Removes a file in all its sizes. */
export const removeFile = async (store: Store, name: string): Promise<void> => {
  for (const kept of [name, ...WIDTHS.map((width) => nameAt(name, width))]) await store.remove(kept);
};

/** Notes that rows of this transaction name these files. */
export async function nameFiles(tx: Tx | Db['kysely'], names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('stored_file')
    .values(names.map((name) => ({ name })))
    .execute();
}

/**
 * Runs a write that may keep new files, and removes those that no row came to name: the write was refused, or had been done
 * before. A write that failed otherwise may have been through nevertheless; its files are left to the sweep.
 */
export async function withNewFiles<T>(
  { db, files }: { readonly db: Db; readonly files: Files },
  work: (keep: Files['keepPicture']) => Promise<T>,
): Promise<T> {
  const kept: string[] = [];
  const removeUnnamed = async () => {
    if (kept.length === 0) return;
    const named = await db.kysely.selectFrom('stored_file').select('name').where('name', 'in', kept).execute();
    const names = new Set(named.map(({ name }) => name));
    for (const name of kept.filter((one) => !names.has(one))) await files.remove(name);
  };
  const keep: Files['keepPicture'] = async (source, shape, field) => {
    const name = await files.keepPicture(source, shape, field);
    kept.push(name);
    return name;
  };
  try {
    const done = await work(keep);
    await removeUnnamed().catch(() => undefined);
    return done;
  } catch (error) {
    if (error instanceof ApiError) await removeUnnamed().catch(() => undefined);
    throw error;
  }
}

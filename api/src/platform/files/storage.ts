import type { Db, Tx } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { ApiError, apiError } from '../http/api-error.ts';
import type { SignedUrls } from './signed-urls.ts';
import { type Width, WIDTHS, isPictureName, resizedFileName, newPictureName, parseWidth } from './file-names.ts';
import { type PictureShape, type PictureSource, readPicture } from './picture.ts';
import type { Store } from './store.ts';
import { requestTexts } from '../../texts/requests.ts';

/** Stores uploaded files. */
export interface Files {
  /**
   * Stores a picture in several sizes and returns its name, which no row references yet: `withNewFiles` removes the
   * file if none does. Throws a 422 at the field for a file that is not a picture.
   */
  storePicture(source: PictureSource, shape: PictureShape, field: string): Promise<string>;
  /** Removes a file that no row references any more. A failure is logged and leaves the file in place. */
  remove(name: string): Promise<void>;
}

interface Services {
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
  readonly store: Store;
  /** Whether browsers get pictures from the store itself, if it has URLs. */
  readonly redirectsPictures?: boolean;
}

/*
 * A file is written before the row that references it, and `recordFiles` records it in that row's transaction. So a crash
 * in between leaves an unrecorded file, never a row without its file. `sweepFiles` removes unrecorded files after a
 * day.
 */

/** Stores files and serves them at signed URLs: `GET /storage/{name}?expires=…&signature=…&width=…`. */
export function registerStorage(
  app: FastifyInstance,
  { clock, addresses, store, redirectsPictures = false }: Services,
): Files {
  const findUrl = redirectsPictures ? store.findUrl : undefined;
  /** What `find` returns for the file of a picture in this width. A smaller picture is stored once and serves it. */
  const findPicture = async <Found>(
    name: string,
    width: Width | undefined,
    find: (stored: string) => Promise<Found | undefined>,
  ): Promise<Found> => {
    const smaller = isPictureName(name) && width !== undefined ? await find(resizedFileName(name, width)) : undefined;
    const found = smaller ?? (isPictureName(name) ? await find(name) : undefined);
    if (found === undefined) throw apiError('record_not_found', { params: { label: requestTexts.file, id: name } });
    return found;
  };

  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/storage/:name',
    async ({ params: { name }, query }, reply) => {
      const seconds = await addresses.secondsLeft(name, query, clock());
      if (seconds === undefined) throw apiError('forbidden');
      const width = parseWidth(query);
      const caching = { 'cache-control': `private, max-age=${seconds}, immutable` };
      if (findUrl)
        return reply
          .headers(caching)
          .redirect(await findPicture(name, width, (stored) => findUrl(stored, seconds, clock())));
      const file = await findPicture(name, width, (stored) => store.open(stored));
      return reply
        .headers({ ...caching, 'content-length': file.size, 'content-disposition': 'inline' })
        .type('image/webp')
        .send(file.content);
    },
  );

  return {
    async storePicture(source, shape, field) {
      const picture = await readPicture(source, shape, field);
      const name = newPictureName();
      try {
        for (const [width, bytes] of picture.resized) await store.write(resizedFileName(name, width), bytes);
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

/** Removes a file in all sizes. */
export const removeFile = async (store: Store, name: string): Promise<void> => {
  for (const stored of [name, ...WIDTHS.map((width) => resizedFileName(name, width))]) await store.remove(stored);
};

/** Records that rows of this transaction reference these files. */
export async function recordFiles(tx: Tx | Db['kysely'], names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('stored_file')
    .values(names.map((name) => ({ name })))
    .execute();
}

/**
 * Runs a write that may store new files, and removes those that no row references afterwards, because the write was
 * rejected or repeated. After any other error the write may have been committed, so its files are left to the sweep.
 */
export async function withNewFiles<T>(
  { db, files }: { readonly db: Db; readonly files: Files },
  work: (save: Files['storePicture']) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  const removeUnrecorded = async () => {
    if (stored.length === 0) return;
    const recordedFiles = await db.kysely
      .selectFrom('stored_file')
      .select('name')
      .where('name', 'in', stored)
      .execute();
    const recordedNames = new Set(recordedFiles.map(({ name }) => name));
    for (const name of stored.filter((candidate) => !recordedNames.has(candidate))) await files.remove(name);
  };
  const save: Files['storePicture'] = async (source, shape, field) => {
    const name = await files.storePicture(source, shape, field);
    stored.push(name);
    return name;
  };
  try {
    const result = await work(save);
    await removeUnrecorded().catch(() => undefined);
    return result;
  } catch (error) {
    if (error instanceof ApiError) await removeUnrecorded().catch(() => undefined);
    throw error;
  }
}

import { join } from 'node:path';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { fail } from '../http/fail.ts';
import { createAddresses } from './address.ts';
import { openFile, removeFile, typeOf, writeFile } from './disk.ts';
import { readPicture } from './picture.ts';

/** What is kept of files that people send. */
export interface Files {
  /** Keeps a picture in this size. Returns its name; a row must come to name it. Throws a 422 at the field for what is none. */
  keepPicture(
    bytes: Uint8Array,
    size: { readonly width: number; readonly height: number },
    field: string,
  ): Promise<string>;
  /** Removes a file that no row names any more. One that cannot be removed stays, and the log says so. */
  remove(name: string): Promise<void>;
  /** Where a file is read, for an hour from now. */
  addressOf(name: string, now: Date): Promise<string>;
}

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly dataDir: string;
}

/** Keeps files in `DATA_DIR/files`, and serves them at signed addresses: `GET /storage/{name}?expires=…&signature=…`. */
export function registerStorage(app: FastifyInstance, { db, clock, dataDir }: Services): Files {
  const folder = join(dataDir, 'files');
  const addresses = createAddresses(db);

  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/storage/:name',
    async ({ params: { name }, query }, reply) => {
      const seconds = await addresses.secondsLeft(name, query, clock());
      if (seconds === undefined) throw fail('forbidden');
      const type = typeOf(name);
      const file = type === undefined ? undefined : await openFile(folder, name);
      if (type === undefined || !file)
        throw fail('record_not_found', { params: { label: { en: 'File', id: 'Berkas' }, id: name } });
      const { size } = await file.stat();
      return reply
        .headers({
          'content-length': size,
          'content-disposition': 'inline',
          'cache-control': `private, max-age=${seconds}, immutable`,
        })
        .type(type)
        .send(file.createReadStream());
    },
  );

  return {
    keepPicture: async (bytes, size, field) => writeFile(folder, await readPicture(bytes, size, field), 'webp'),
    remove: (name) =>
      removeFile(folder, name).catch((error: unknown) => app.log.error({ err: error }, `the file ${name} stays`)),
    addressOf: (name, now) => addresses.of(name, now),
  };
}

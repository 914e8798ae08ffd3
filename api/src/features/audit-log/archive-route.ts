import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { requestTexts } from '../../texts/requests.ts';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import type { Store } from '../../platform/files/store.ts';
import { apiError } from '../../platform/http/api-error.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
  readonly store: Store;
}

/**
 * `GET /storage/log-archive/{name}?expires=…&signature=…` serves a month of the audit log from the archive. Only users
 * with access to all hotels get its address.
 */
export function registerLogArchive(app: FastifyInstance, { db, clock, addresses, store }: Services): void {
  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/storage/log-archive/:name',
    async ({ params: { name }, query }, reply) => {
      if ((await addresses.secondsLeft(`log-archive/${name}`, query, clock())) === undefined)
        throw apiError('forbidden');
      const { rowCount } = await db.pool.query('select from log_archive where file = $1', [name]);
      const file = rowCount ? await store.open(name) : undefined;
      if (!file) throw apiError('record_not_found', { params: { label: requestTexts.file, id: name.slice(0, 60) } });
      return reply
        .headers({
          'content-length': file.size,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        })
        .type('application/gzip')
        .send(file.content);
    },
  );
}

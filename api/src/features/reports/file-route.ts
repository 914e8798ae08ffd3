import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { loadActorByUserId } from '../../access/actor.ts';
import { FILE_TYPES } from '../../engine/import-export/export.ts';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import type { Store } from '../../platform/files/store.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { type FileRow, canSeeFile, formatFileName } from './report-files.ts';
import { reportTexts } from '../../texts/reports.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
  readonly store: Store;
}

/**
 * `GET /storage/report/{name}?expires=…&signature=…` serves a file created by a job. The address alone is not enough:
 * the user who requested the file must still be active, have the right to its report, and see the same hotels.
 */
export function registerReportFiles(app: FastifyInstance, { db, clock, addresses, store }: Services): void {
  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/storage/report/:name',
    async ({ params: { name }, query }, reply) => {
      if ((await addresses.secondsLeft(`report/${name}`, query, clock())) === undefined) throw apiError('forbidden');
      const { rows } = await sql<FileRow>`select * from report_file where name = ${name} and state = 'done'`.execute(
        db.kysely,
      );
      const [row] = rows;
      const fileNotFound = () =>
        apiError('record_not_found', { params: { label: reportTexts.file, id: name.slice(0, 40) } });
      if (!row) throw fileNotFound();
      const reader = await loadActorByUserId(db.kysely, row.user_id);
      if (!reader || !canSeeFile(reader, row)) throw apiError('forbidden');
      const file = await store.open(name);
      if (!file) throw fileNotFound();
      return reply
        .headers({
          'content-length': file.size,
          'content-disposition': `attachment; filename="${formatFileName(row)}"`,
          'cache-control': 'no-store',
        })
        .type(FILE_TYPES[row.format])
        .send(file.content);
    },
  );
}

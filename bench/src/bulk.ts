import { LOG_ALL_STATEMENTS, followLog } from './statement-log.ts';
import { call } from './measure.ts';
import { signIn } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, withApp, withDatabase, withServer } from './scale.ts';

const LARGE_BATCH = 10_000;
const SMALL_BATCH = 10;

/** Deletes many members in one call and counts the statements. Restores them afterwards. */
export const measureBulkDelete = ({ dataDir }: Scale): Promise<Row[]> =>
  withServer(dataDir, LOG_ALL_STATEMENTS, async (url) => {
    const ids = await withDatabase(url, (db) =>
      db.read<{ id: number }>({
        sql: `select id from member where deleted_at is null order by id limit ${LARGE_BATCH}`,
        parameters: [],
      }),
    );
    const log = followLog(dataDir);
    return withApp(url, async (app) => {
      const token = await signIn(app.address, 'admin');
      const runBulkCall = async (action: string, count: number) => {
        log.statements();
        const startedAt = performance.now();
        const body = { ids: ids.slice(0, count).map(({ id }) => id) };
        await call(app.address, token, { method: 'POST', path: `/api/member/${action}`, body });
        return { ms: performance.now() - startedAt, count: log.statements().length };
      };
      const smallRun = await runBulkCall('destroyBulk', SMALL_BATCH);
      await runBulkCall('restoreBulk', SMALL_BATCH);
      const largeRun = await runBulkCall('destroyBulk', LARGE_BATCH);
      await runBulkCall('restoreBulk', LARGE_BATCH);
      return [
        {
          name: 'bulk-delete',
          work: `bulk delete of ${LARGE_BATCH.toLocaleString('en')}: statements`,
          result: `${largeRun.count} statements, ${Math.round(largeRun.ms)} ms`,
          floor: `${smallRun.count} statements for ${SMALL_BATCH}`,
          value: largeRun.count,
          unit: 'statements' as const,
          target: smallRun.count,
        },
      ];
    }).finally(() => log.close());
  });

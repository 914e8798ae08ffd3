import { LOGGING, type Statement, listen } from './capture.ts';
import { ask } from './measure.ts';
import { signIn, startProgram } from './program.ts';
import type { Row } from './row.ts';
import { type Scale, withDatabase, withServer } from './scale.ts';

const MANY = 10_000;
const FEW = 10;

/** Deletes many members at once and brings them back, listening to how many statements that takes. */
export function measureBulk({ dataDir }: Scale): Promise<Row[]> {
  return withServer(dataDir, LOGGING, async (url) => {
    const ids = await withDatabase(url, (db) =>
      db.read<{ id: number }>({
        sql: `select id from member where deleted_at is null order by id limit ${MANY}`,
        parameters: [],
      }),
    );
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    const log = listen(dataDir);
    try {
      const token = await signIn(program.address, 'admin');
      const run = async (call: string, count: number): Promise<{ statements: readonly Statement[]; ms: number }> => {
        log.statements();
        const started = performance.now();
        const body = { ids: ids.slice(0, count).map(({ id }) => id) };
        await ask(program.address, token, { method: 'POST', path: `/api/member/${call}`, body });
        return { ms: performance.now() - started, statements: log.statements() };
      };
      const few = await run('destroyBulk', FEW);
      await run('restoreBulk', FEW);
      const many = await run('destroyBulk', MANY);
      await run('restoreBulk', MANY);
      return [
        {
          name: 'bulk-delete',
          work: `bulk delete of ${MANY.toLocaleString('en')}: statements`,
          figure: `${many.statements.length} statements, ${Math.round(many.ms)} ms`,
          floor: `${few.statements.length} statements for ${FEW}`,
          value: many.statements.length,
          unit: 'statements',
          target: few.statements.length,
        },
      ];
    } finally {
      log.close();
      await program.stop();
    }
  });
}

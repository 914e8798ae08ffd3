import type { Db } from '@innkeeper/db';
import { measureAlone, timesOf } from './alone.ts';
import { type Program, signIn, startProgram } from './program.ts';
import { measureReportFiles } from './report-files.ts';
import { type Filtered, KEPT, OPENING, type Question, filtersOf } from './report-questions.ts';
import type { Row } from './row.ts';
import { type Scale, readScene, withDatabase, withServer } from './scale.ts';

/** Milliseconds in which a report opens, and in which figures that are kept are answered. */
const OPENS_WITHIN = 150;
const KEPT_WITHIN = 100;
/** Times what its best SQL takes. */
const FILTER_TARGET = 2;

/** Reports as they open, kept figures, filters against their best SQL, and large files, over HTTP. */
export function measureReports({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, (url) =>
    withDatabase(url, async (db) => {
      const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
      try {
        const token = await signIn(program.address, 'admin');
        const rows: Row[] = [];
        for (const question of OPENING) rows.push(await timed(program, token, question, OPENS_WITHIN));
        for (const question of KEPT) rows.push(await timed(program, token, question, KEPT_WITHIN));
        for (const filtered of await filtersOf(db)) rows.push(await toBestSql(program, token, db, filtered));
        return [...rows, ...(await measureReportFiles(program, db, await readScene(db), seconds))];
      } finally {
        await program.stop();
      }
    }),
  );
}

async function timed(
  { address }: Program,
  token: string,
  { name, label, ask }: Question,
  target: number,
): Promise<Row> {
  console.log(`  ${label} …`);
  const { p50, p95 } = await measureAlone(address, token, ask);
  return {
    name,
    work: `${label}; one at a time`,
    figure: inWords(p50, p95),
    floor: '',
    value: p95,
    unit: 'ms',
    target,
  };
}

/** A filter against the SQL that answers the same, one at a time; both must count the same rows. */
async function toBestSql(
  { address }: Program,
  token: string,
  db: Db,
  { name, label, ask, rows, sums, values }: Filtered,
): Promise<Row> {
  console.log(`  ${label} …`);
  const answer = await measureAlone(address, token, ask);
  let counted = 0;
  const floor = await timesOf(async () => {
    await db.pool.query(rows, [...values]);
    const { rows: found } = await db.pool.query<Record<string, unknown>>(sums, [...values]);
    counted = Number(Object.values(found[0] ?? {})[0] ?? 0);
  });
  const { meta } = JSON.parse(answer.text) as { meta: { total: number } }; // as the call is documented
  if (meta.total !== counted) throw new Error(`${label}: ${meta.total} rows, and ${counted} by its best SQL`);
  return {
    name,
    work: `${label}, ${counted.toLocaleString('en')} rows, against its best SQL`,
    figure: inWords(answer.p50, answer.p95),
    floor: inWords(floor.p50, floor.p95),
    value: answer.p50 / floor.p50,
    unit: '×',
    target: FILTER_TARGET,
  };
}

const inWords = (p50: number, p95: number): string => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;

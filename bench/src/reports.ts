import type { Db } from '@innkeeper/db';
import { measureAlone, timesOf } from './alone.ts';
import { enterOneHotelUser } from './one-hotel-user.ts';
import { type Program, signIn, signInAs, startProgram } from './program.ts';
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
        const rows: Row[] = [];
        for (const reader of READERS) {
          const { name, sight } = reader;
          console.log(`  for ${name}`);
          const token = await reader.signIn(program.address, db);
          const named = <Q extends Question>(question: Q): Q => namedFor(reader, question);
          for (const question of OPENING) rows.push(await timed(program, token, named(question), OPENS_WITHIN));
          for (const question of KEPT) rows.push(await timed(program, token, named(question), KEPT_WITHIN));
          for (const filtered of await filtersOf(db, sight)) {
            rows.push(await toBestSql(program, token, db, named(filtered)));
          }
        }
        return [...rows, ...(await measureReportFiles(program, db, await readScene(db), seconds))];
      } finally {
        await program.stop();
      }
    }),
  );
}

interface Reader {
  readonly name: string;
  readonly sight: 'group' | 'hotel';
  readonly signIn: (address: string, db: Db) => Promise<string>;
}

const READERS: readonly Reader[] = [
  { name: 'an administrator', sight: 'group', signIn: (address) => signIn(address, 'admin') },
  {
    name: 'a user of one hotel',
    sight: 'hotel',
    signIn: async (address, db) => signInAs(address, await enterOneHotelUser(db)),
  },
];

/** A question of the administrator bears the plain name. */
const namedFor = <Q extends Question>({ name, sight }: Reader, question: Q): Q =>
  sight === 'group'
    ? question
    : { ...question, name: `${question.name}-one-hotel`, label: `${question.label}; ${name}` };

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

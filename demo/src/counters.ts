import type { Run } from './generate/run.ts';
import { BOOKS, type Counters, NUMBER_SEQUENCES } from './books.ts';

/** The sequence behind each counter. */
const SEQUENCES = [
  ...BOOKS.map((table) => [table, `pg_get_serial_sequence('${table}', 'id')::regclass`] as const),
  ...NUMBER_SEQUENCES.map((name) => [name, `'${name}'::regclass`] as const),
];

/** Takes the next value of every sequence that entering counts on, which nobody else may use until `keepCounters`. */
export async function takeCounters(run: Run): Promise<Counters> {
  const [counters] = await run<Counters>(
    `select ${SEQUENCES.map(([counter, sequence]) => `nextval(${sequence}) as ${counter}`).join(', ')}`,
  );
  if (!counters) throw new Error('A select without a table gives a row');
  return counters;
}

/** Lets the sequences go on after the entered rows. */
export async function keepCounters(run: Run, counters: Counters): Promise<void> {
  for (const [counter, sequence] of SEQUENCES) await run(`select setval(${sequence}, $1, false)`, [counters[counter]]);
}

import type { Run } from './generate/run.ts';
import { LEDGER_TABLES, type SequenceValues, NUMBER_SEQUENCES } from './ledger-rows.ts';

/** The sequence behind each counter. */
const SEQUENCES = [
  ...LEDGER_TABLES.map((table) => [table, `pg_get_serial_sequence('${table}', 'id')::regclass`] as const),
  ...NUMBER_SEQUENCES.map((name) => [name, `'${name}'::regclass`] as const),
];

/**
 * Takes the next value of every sequence that `toLedgerRows` increments. Nobody else may use those sequences until
 * `storeSequenceValues`.
 */
export async function reserveSequenceValues(run: Run): Promise<SequenceValues> {
  const [sequenceValues] = await run<SequenceValues>(
    `select ${SEQUENCES.map(([counter, sequence]) => `nextval(${sequence}) as ${counter}`).join(', ')}`,
  );
  if (!sequenceValues) throw new Error('A select without a table gives a row');
  return sequenceValues;
}

/** Advances the sequences past the inserted rows. */
export async function storeSequenceValues(run: Run, sequenceValues: SequenceValues): Promise<void> {
  for (const [counter, sequence] of SEQUENCES)
    await run(`select setval(${sequence}, $1, false)`, [sequenceValues[counter]]);
}

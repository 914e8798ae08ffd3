import { ApiError } from '../../platform/http/fail.ts';
import type { Body } from '../../platform/http/body.ts';
import type { Values } from './behaviour.ts';
import { findNumbers, toldByNumber, withNumbers } from './numbers.ts';
import { wrongReferences } from './references.ts';
import type { ReadyRow, Refuse } from './ready-row.ts';
import { readValues, toColumns } from './values.ts';
import { refuseBrokenRules } from './write.ts';
import type { Write } from './write-services.ts';

/** A row, and the columns that are to be written. */
export interface Wanted {
  readonly ready: ReadyRow;
  readonly columns: Values;
}

/** Does something with a row; a refusal is told, and anything else that goes wrong is thrown. */
export function unlessRefused<T>({ row }: ReadyRow, refuse: Refuse, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(row, error);
    return undefined;
  }
}

/** The same for asynchronous work. */
export async function unlessRefusedLater<T>(
  { row }: ReadyRow,
  refuse: Refuse,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(row, error);
    return undefined;
  }
}

/**
 * Reads the bodies of new records, each a row under its place from 1: those that can be read, and point to what is in the actor's sight. They
 * may come from several requests: a record that one of them has told by its number is in no other's reach.
 */
export async function readNewRows(write: Write, bodies: readonly Body[], refuse: Refuse): Promise<readonly ReadyRow[]> {
  const { context, services, d } = write;
  const numbers = await findNumbers(write, bodies);
  const read = bodies.flatMap((body, i) => {
    const ready = { row: i + 1, values: {}, before: null };
    return (
      unlessRefused(ready, refuse, () => {
        const values = readValues(d, withNumbers(d, body, numbers), 'create');
        const told = new Set(toldByNumber(d, body));
        const pointing = Object.fromEntries(Object.entries(values).filter(([name]) => !told.has(name)));
        return [{ ready: { ...ready, values }, pointing }];
      }) ?? []
    );
  });
  const apart = { ...context, across: { ...context.across, found: new Set<string>() } };
  const wrong = await wrongReferences(
    apart,
    services.behaviours,
    d,
    read.map(({ pointing }) => pointing),
  );
  return read.flatMap(({ ready }, i): ReadyRow[] => {
    const refusal = wrong[i];
    if (refusal) refuse(ready.row, refusal);
    return refusal ? [] : [ready];
  });
}

/** The columns of a row, by the rules between its fields. Throws their refusal. */
export function columnsOf(write: Write, { values, before }: ReadyRow): Values {
  const columns = toColumns(write.d, values, write.timeZone);
  refuseBrokenRules(write, columns, before);
  return columns;
}

/** Asks the resource about new records, all at once, and returns the values to write for those that it does not refuse. */
export async function askedTogether(
  { context, services, d }: Write,
  rows: readonly Wanted[],
  refuse: Refuse,
): Promise<readonly Wanted[]> {
  const answers = await services.behaviours[d.key]?.many?.before(
    context,
    rows.map(({ columns }) => columns),
  );
  return rows.flatMap(({ ready, columns }, i): Wanted[] => {
    const answer = answers?.[i] ?? columns;
    if (!(answer instanceof ApiError)) return [{ ready, columns: answer }];
    refuse(ready.row, answer);
    return [];
  });
}

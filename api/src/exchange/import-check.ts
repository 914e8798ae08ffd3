import { ApiError } from '../http/fail.ts';
import { salesAmong } from '../resources/sales.ts';
import { refusalBy } from '../resources/transaction.ts';
import { toColumns } from '../resources/values.ts';
import { type Write, isColumn, refuseBrokenRules } from '../resources/write.ts';
import type { ReadyRow, Refuse } from './import-rows.ts';

/**
 * Asks of rows what writing them would, and writes nothing: the rules between their fields, and those of the resource with what
 * the rows before would have left. What they point to was found when they were read. Returns the rows into which the
 * resource has filled something that may be taken.
 */
export async function checkRows(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<readonly ReadyRow[]> {
  const { context, services, d, timeZone } = write;
  const beforeWrite = services.behaviours[d.key]?.beforeWrite;
  const filled: ReadyRow[] = [];
  const settledIn = await readSettled(write, rows);
  for (const ready of rows) {
    const { row, values, before } = ready;
    try {
      const settled = settledIn(ready);
      if (settled) throw settled;
      const columns = toColumns(d, values, timeZone);
      refuseBrokenRules(write, columns, before);
      const lists = Object.entries(values).filter(([name]) => d.fields[name]?.kind === 'references');
      const sent = { ...columns, ...Object.fromEntries(lists) };
      const wanted = (await beforeWrite?.(context, sent, before)) ?? sent;
      const more = Object.entries(wanted).filter(([name]) => isColumn(d, name) && !Object.hasOwn(values, name));
      if (more.length > 0) filled.push({ ...ready, values: { ...values, ...Object.fromEntries(more) } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(row, error);
    }
  }
  return filled;
}

/**
 * What the database refuses because it stands as it was made, in the same words: see `keep_transaction` and its like. Which of the
 * rows' records belong to sales is one statement.
 */
async function readSettled(
  { context, services, d }: Write,
  rows: readonly ReadyRow[],
): Promise<(ready: ReadyRow) => ApiError | undefined> {
  const way = d.sale?.type.split('.') ?? [];
  const [line] = way.slice(0, -1);
  const sale = line === undefined ? 'id' : `${line}_id`;
  const asked = rows.flatMap(({ before, values }) => [before?.[sale], values[sale]]);
  const sales = d.sale ? await salesAmong(context, services.behaviours, asked) : NONE;
  return ({ values, before }) => {
    const isSale = sales.has(before?.[sale]) || (line !== undefined && sales.has(values[sale]));
    const stands = (name: string) => (isSale ? d.sale?.but.includes(name) === false : d.fields[name]?.fixed === true);
    const name = before ? Object.keys(values).find(stands) : isSale ? sale : undefined;
    return name === undefined
      ? undefined
      : refusalBy(`${d.key}_${isSale ? 'sale' : name.replace(/_id$/, '')}_settled`, name);
  };
}

const NONE: ReadonlySet<unknown> = new Set();

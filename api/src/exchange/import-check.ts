import { ApiError } from '../http/fail.ts';
import { toColumns } from '../resources/values.ts';
import { type Write, isColumn, refuseBrokenRules } from '../resources/write.ts';
import type { ReadyRow, Refuse } from './import-rows.ts';

/**
 * Asks of rows what writing them would, and writes nothing: the rules between their fields, and those of the resource with what
 * the rows before would have left. What they point to was found when they were read. Returns the rows into which the
 * resource has filled something that may be taken.
 */
export async function checkRows(
  { context, services, d, timeZone }: Write,
  rows: readonly ReadyRow[],
  refuse: Refuse,
): Promise<readonly ReadyRow[]> {
  const beforeWrite = services.behaviours[d.key]?.beforeWrite;
  const filled: ReadyRow[] = [];
  for (const ready of rows) {
    const { row, values, before } = ready;
    try {
      const columns = toColumns(d, values, timeZone);
      refuseBrokenRules(d, columns, before);
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

import { type Field, getResource, targetKey, withoutZeros } from '@innkeeper/contract';
import type { ApiError } from '../../platform/http/fail.ts';
import { type Values, askedAbout } from './behaviour.ts';
import { readClosed } from './months.ts';
import { settledAmong } from './settled.ts';
import { refusalBy } from './refusals.ts';
import { isColumn } from './write.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Refuse } from './ready-row.ts';
import { type Wanted, askedTogether, columnsOf, unlessRefused, unlessRefusedLater } from './row-hooks.ts';

/**
 * Asks of rows what writing them would ask, and writes nothing: the rules between their fields, and those of the resource with the rows that
 * earlier ones would have left. Their targets were found when they were read. Returns the rows into which the
 * resource has filled something that may be taken.
 */
export async function checkRows(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<readonly ReadyRow[]> {
  const { context, d } = write;
  const settledIn = await readSettled(write, rows);
  const judged = rows.flatMap(
    (ready): Wanted[] =>
      unlessRefused(ready, refuse, () => {
        const columns = columnsOf(write, ready);
        const settled = settledIn(ready, columns);
        if (settled) throw settled;
        return [{ ready, columns }];
      }) ?? [],
  );
  const closedIn = await readClosed(
    context,
    d,
    judged.map(({ ready: { before }, columns }) => ({ before, columns })),
  );
  const sent = judged.flatMap(
    ({ ready, columns }): Wanted[] =>
      unlessRefused(ready, refuse, () => {
        const { before } = ready;
        const closed = closedIn({ before, columns }, (name) => !isSame(columns[name], before?.[name], d.fields[name]));
        if (closed) throw closed;
        const lists = Object.entries(ready.values).filter(([name]) => d.fields[name]?.kind === 'references');
        return [{ ready, columns: { ...columns, ...Object.fromEntries(lists) } }];
      }) ?? [],
  );
  const wanted = await askedOf(write, sent, refuse);
  return wanted.flatMap(({ ready, columns }) => {
    const more = Object.entries(columns).filter(([name]) => isColumn(d, name) && !Object.hasOwn(ready.values, name));
    return more.length > 0 ? [{ ...ready, values: { ...ready.values, ...Object.fromEntries(more) } }] : [];
  });
}

/** Asks the resource about rows, and returns those that it does not refuse, with the columns that it wants written. */
export async function askedOf(write: Write, rows: readonly Wanted[], refuse: Refuse): Promise<readonly Wanted[]> {
  const { context, services, d } = write;
  const behaviour = services.behaviours[d.key] ?? {};
  const isTogether = ({ ready }: Wanted) => behaviour.many !== undefined && ready.before === null;
  const wanted = [...(await askedTogether(write, rows.filter(isTogether), refuse))];
  for (const { ready, columns } of rows.filter((one) => !isTogether(one))) {
    const answer = await unlessRefusedLater(
      ready,
      refuse,
      async () => (await askedAbout(behaviour, context, columns, ready.before)) ?? columns,
    );
    if (answer) wanted.push({ ready, columns: answer });
  }
  return wanted;
}

/**
 * The refusals of the database for a record that stands as it was made, in the same words: see `keep_transaction` and its like. One statement
 * finds the rows' records that stand so.
 */
async function readSettled(
  { context, services, d }: Write,
  rows: readonly ReadyRow[],
): Promise<(ready: ReadyRow, columns: Values) => ApiError | undefined> {
  const [line] = d.settled?.option?.by.split('.').slice(0, -1) ?? [];
  const by = line === undefined ? 'id' : `${line}_id`;
  const asked = rows.flatMap(({ before, values }) => [before?.[by], values[by]]);
  const f = d.fields[by];
  const whole = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  const settled = await settledAmong(context, services.behaviours, whole, asked);
  return ({ values, before }, columns) => {
    const isWhole = settled.has(before?.[by]) || (line !== undefined && settled.has(values[by]));
    const stands = (name: string) =>
      isWhole ? d.settled?.but.includes(name) === false : d.fields[name]?.fixed === true;
    const isNews = (name: string) => before !== null && !isSame(columns[name], before[name], d.fields[name]);
    const name = before ? Object.keys(values).find((one) => stands(one) && isNews(one)) : isWhole ? by : undefined;
    return name === undefined
      ? undefined
      : refusalBy(`${d.key}${isWhole ? '' : `_${name.replace(/_id$/, '')}`}_settled`, name);
  };
}

/** Whether a column is given the value that it has: a moment, an amount with more or fewer zeros, or the very same. */
function isSame(given: unknown, held: unknown, f: Field | undefined): boolean {
  if (held instanceof Date && given instanceof Date) return held.getTime() === given.getTime();
  const isAmount = f?.kind === 'money' || f?.kind === 'decimal';
  return given === held || (isAmount && withoutZeros(String(given)) === withoutZeros(String(held)));
}

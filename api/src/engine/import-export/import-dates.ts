import {
  DATE_ORDERS,
  type DateOrder,
  type Field,
  type ImportDateOrder,
  type ResourceDefinition,
  importFields,
  message,
  parseMomentInput,
} from '@innkeeper/contract';
import { dayLabel } from '../../platform/http/format-day.ts';
import { importExportTexts } from '../../texts/import-export.ts';
import type { MappedColumn } from './import-columns.ts';
import type { Table } from './table-structure.ts';

/**
 * Days and moments in files are read as the console's inputs read them, except that `2/4/1990` may be 2 April or
 * 4 February. All such cells of a column have the same order: the one that the request chooses, or else the only one in
 * which all are days. If there are two, or none, the cells are rejected and the check requests the order.
 */

/** Chosen orders by heading. */
export type DateOrders = Readonly<Record<string, DateOrder>>;

/** How the days of a column are read. */
export interface DateColumn {
  /** Undefined if the file does not decide it and the request does not choose it. */
  readonly order: DateOrder | undefined;
  /** The choice that the check offers; undefined if the cells decide. */
  readonly choice?: ImportDateOrder;
}

const isDateField = (f: Field | undefined): boolean => f?.kind === 'date' || f?.kind === 'instant';

/** The columns with days, by field. */
export function readDateColumns(
  d: ResourceDefinition,
  { rows }: Table,
  columns: readonly MappedColumn[],
  chosenOrders: DateOrders,
): ReadonlyMap<string, DateColumn> {
  const fields = importFields(d);
  return new Map(
    columns.flatMap(({ header, field }, i) =>
      field !== null && isDateField(fields[field])
        ? [
            [
              field,
              readDateColumn(
                rows.map(({ cells }) => cells[i] ?? ''),
                chosenOrders[header],
              ),
            ] as const,
          ]
        : [],
    ),
  );
}

function readDateColumn(texts: readonly string[], chosenOrder: DateOrder | undefined): DateColumn {
  let dependentText: string | undefined;
  const possibleOrders = new Set<DateOrder>(DATE_ORDERS);
  for (const text of texts) {
    const [dayFirst, monthFirst] = readDay(text);
    if (dayFirst === monthFirst) continue;
    if (dayFirst === null) possibleOrders.delete('day-month');
    else if (monthFirst === null) possibleOrders.delete('month-day');
    else dependentText ??= text;
    // If every cell has only one reading, the first one is the example of a column that mixes both orders.
    if (possibleOrders.size === 0) dependentText ??= text;
  }
  const [order, otherOrder] = possibleOrders;
  if (dependentText === undefined || (order !== undefined && otherOrder === undefined))
    return { order: chosenOrder ?? order };
  const [dayFirst, monthFirst] = readDay(dependentText);
  return {
    order: chosenOrder,
    choice: {
      text: dependentText,
      readings: { 'day-month': dayFirst, 'month-day': monthFirst },
      chosen: chosenOrder ?? null,
    },
  };
}

/** The day in each order; null where it is none. */
const readDay = (text: string): readonly [string | null, string | null] => {
  const [dayFirst = null, monthFirst = null] = DATE_ORDERS.map((order) => parseMomentInput(text, order)?.day);
  return [dayFirst, monthFirst];
};

/** A day of a file with a zone, as programs write it: a moment, which only its zone assigns to a day. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * A day as `YYYY-MM-DD` or a moment as `YYYY-MM-DD HH:mm:ss`; an error message for a text that the column does not
 * decide, and for a day with a time. Any other text is returned unchanged, for validation.
 */
export function readDateCell(
  f: Field,
  text: string,
  { order }: DateColumn,
): { readonly text: string; readonly error?: string } {
  const [dayFirst, monthFirst] = readDay(text);
  if (dayFirst === null && monthFirst === null)
    return f.kind === 'date' && ZONED.test(text) ? { text, error: message('day_with_time') } : { text };
  if (order === undefined && dayFirst !== monthFirst)
    return {
      text,
      error:
        dayFirst === null || monthFirst === null
          ? message('mixed_dates')
          : message(
              'ambiguous_date',
              importExportTexts.eitherDay({ day: dayLabel(dayFirst), otherDay: dayLabel(monthFirst) }),
            ),
    };
  const moment = parseMomentInput(text, order);
  if (moment === undefined) return { text, error: message(order === 'month-day' ? 'month_first' : 'day_first') };
  if (f.kind === 'instant') return { text: moment.time === undefined ? moment.day : `${moment.day} ${moment.time}` };
  return moment.time === undefined || moment.time === MIDNIGHT
    ? { text: moment.day }
    : { text, error: message('day_with_time') };
}

const MIDNIGHT = '00:00:00';

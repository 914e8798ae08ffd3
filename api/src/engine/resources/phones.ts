import { type Field, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { parsePhone } from '../../platform/phone/parse-phone.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';
import type { Values } from './resource-hooks.ts';
import type { Write } from './write-services.ts';

/** A row with the columns to write. */
interface RowWithColumns {
  readonly ready: ReadyRow;
  readonly columns: Values;
}

/** The field with the same number in E.164, if a resource has one. */
const E164_FIELDS: Readonly<Record<string, string>> = { phone_no: 'phone_e164' };

/** The fields with the country of a record, most likely first: a number is dialled at the hotel that wrote it down. */
const COUNTRY_FIELDS = ['origin_country_id', 'country_id'] as const;

/**
 * Rejects rows with a new phone number that cannot exist, and adds E.164 to the others. What was typed remains: it is
 * the text of the field. Reverting restores any number.
 */
export async function checkPhones<R extends RowWithColumns>(
  { context, d }: Pick<Write, 'context' | 'd'>,
  rows: readonly R[],
  reject: RejectRow,
): Promise<readonly R[]> {
  const isPhone = ([, f]: [string, Field]) => f.kind === 'phone' && !f.computed;
  const names = Object.entries(d.fields)
    .filter(isPhone)
    .map(([name]) => name);
  const isNew = ({ ready: { before }, columns }: RowWithColumns, name: string) =>
    name in columns && columns[name] !== before?.[name];
  if (!rows.some((planned) => names.some((name) => isNew(planned, name)))) return rows;
  const countriesOf = await readCountries(context, rows);
  return rows.flatMap((planned) => {
    const errors: Record<string, string[]> = {};
    const added: Record<string, unknown> = {};
    for (const name of names) {
      if (!isNew(planned, name)) continue;
      const text = planned.columns[name];
      const parsed = typeof text === 'string' ? parsePhone(text, countriesOf(planned)) : undefined;
      if (parsed && 'problem' in parsed && !context.isReverting) errors[name] = [message(parsed.problem)];
      const e164Field = E164_FIELDS[name];
      if (e164Field !== undefined && Object.hasOwn(d.fields, e164Field))
        added[e164Field] = parsed && 'e164' in parsed ? parsed.e164 : null;
    }
    if (Object.keys(errors).length === 0) return [{ ...planned, columns: { ...planned.columns, ...added } }];
    reject(planned.ready.row, validationError(errors));
    return [];
  });
}

/** The ISO codes of the countries of each row: its hotel's, then its own. */
async function readCountries({ tx }: Write['context'], rows: readonly RowWithColumns[]) {
  const valueOf = ({ ready: { before }, columns }: RowWithColumns, name: string) => columns[name] ?? before?.[name];
  const idsOf = (name: string) => rows.map((planned) => Number(valueOf(planned, name) ?? 0));
  const { rows: hotels } = await sql<{ id: number; cca2: string }>`
    select h.id, c.cca2 from hotel h join country c on c.id = h.country_id
    where h.id = any(${[...new Set(idsOf('hotel_id'))]}::bigint[])`.execute(tx);
  const { rows: countries } = await sql<{ id: number; cca2: string }>`
    select id, cca2 from country where id = any(${[...new Set(COUNTRY_FIELDS.flatMap(idsOf))]}::bigint[])`.execute(tx);
  const byHotel = new Map(hotels.map(({ id, cca2 }) => [id, cca2]));
  const byCountry = new Map(countries.map(({ id, cca2 }) => [id, cca2]));
  return (planned: RowWithColumns) => [
    byHotel.get(Number(valueOf(planned, 'hotel_id'))),
    ...COUNTRY_FIELDS.map((name) => byCountry.get(Number(valueOf(planned, name)))),
  ];
}

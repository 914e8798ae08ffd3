import { type Field, type FieldOf, type ResourceDefinition, getResource, message } from '@innkeeper/contract';
import { genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { parsePhone } from '../../platform/phone/parse-phone.ts';
import type { PlannedRow, RejectRow } from './ready-row.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';

/**
 * Rejects rows with a new phone number that cannot exist, and adds E.164 to the others. What was typed remains: it is
 * the text of the field. Reverting restores any number.
 */
export async function checkPhones(
  write: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const { context, d } = write;
  const isPhone = (entry: [string, Field]): entry is [string, FieldOf<'phone'>] =>
    entry[1].kind === 'phone' && !entry[1].computed;
  const phones = Object.entries(d.fields).filter(isPhone);
  const isNew = ({ ready: { before }, columns }: PlannedRow, name: string) =>
    name in columns && columns[name] !== before?.[name];
  const newPhones = phones.filter(([name]) => rows.some((planned) => isNew(planned, name)));
  if (newPhones.length === 0) return rows;
  const columns = new Set(newPhones.flatMap(([, { dialledIn = [] }]) => dialledIn));
  const valueOf = await readReferencedColumns(write, rows, [...columns]);
  return rows.flatMap((planned) => {
    const errors: Record<string, string[]> = {};
    const added: Record<string, unknown> = {};
    for (const [name, { e164, dialledIn = [] }] of newPhones) {
      if (!isNew(planned, name)) continue;
      const text = planned.columns[name];
      const countries = dialledIn.map((column) => valueOf(planned, column));
      const parsed = typeof text === 'string' ? parsePhone(text, countries) : undefined;
      if (parsed && 'problem' in parsed && !context.isReverting) errors[name] = [message(parsed.problem)];
      if (e164 !== undefined) added[e164] = parsed && 'e164' in parsed ? parsed.e164 : null;
    }
    if (Object.keys(errors).length === 0) return [{ ...planned, columns: { ...planned.columns, ...added } }];
    reject(planned.ready.row, validationError(errors));
    return [];
  });
}

/** The texts of columns of records that the rows are going to reference: `hotel.country.cca2`. */
async function readReferencedColumns(
  { context, services, d }: Write,
  rows: readonly PlannedRow[],
  columns: readonly string[],
): Promise<(planned: PlannedRow, column: string) => string | undefined> {
  if (columns.length === 0) return () => undefined;
  const selections = columns.map((column, i) => {
    const source = createSource(targetOf(d, column), services.hooksByResource);
    const valueSql = sql.raw(source.ref(column.slice(column.indexOf('.') + 1)));
    const ids = new Set(rows.map((planned) => referencedId(planned, column)));
    return sql`(
      select coalesce(json_object_agg(t.id, ${valueSql}), '{}') from ${sql.raw(source.from())}
      where t.id = any(${genericPlanArray([...ids])})) as ${sql.ref(`c${i}`)}`;
  });
  const { rows: texts } = await sql<Record<string, Readonly<Record<string, string>>>>`
    select ${sql.join(selections)}`.execute(context.tx);
  return (planned, column) => texts[0]?.[`c${columns.indexOf(column)}`]?.[referencedId(planned, column)];
}

const referenceField = (column: string): string => `${column.slice(0, column.indexOf('.'))}_id`;

function targetOf(d: ResourceDefinition, column: string): ResourceDefinition {
  const f = d.fields[referenceField(column)];
  if (f?.kind !== 'reference') throw new Error(`${d.key}: ${column} does not begin with a reference`);
  return getResource(f.to);
}

const referencedId = ({ ready: { before }, columns }: PlannedRow, column: string): number =>
  Number(columns[referenceField(column)] ?? before?.[referenceField(column)] ?? 0);

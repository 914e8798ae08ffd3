import { type ResourceDefinition, getResource, message } from '@innkeeper/contract';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/api-error.ts';
import { findByNumber } from './member-lookups.ts';
import type { Write } from './write-services.ts';

/*
 * A record may be referenced by its number instead of its id, such as the number printed on a voucher. For records of
 * another hotel it is the only way.
 */

/** Ids of records that were named by number: by field, then by number. */
type Numbers = ReadonlyMap<string, ReadonlyMap<string, number>>;

const numberFields = (d: ResourceDefinition) =>
  Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'reference' && f.numberField !== undefined ? [{ name, numberField: f.numberField, to: f.to }] : [],
  );

/** The fields for which a body gives the number. */
export const fieldsByNumber = (d: ResourceDefinition, { values }: Body): readonly string[] =>
  numberFields(d).flatMap(({ name, numberField }) => ((values[numberField] ?? '') === '' ? [] : [name]));

/** Looks up the numbers in these bodies, in one batch per field. */
export async function findNumbers({ context, services, d }: Write, bodies: readonly Body[]): Promise<Numbers> {
  const idsByNumber = new Map<string, ReadonlyMap<string, number>>();
  for (const { name, numberField, to } of numberFields(d)) {
    const numbers = bodies
      .map(({ values }) => values[numberField])
      .filter((value) => typeof value === 'string' && value !== '');
    if (numbers.length === 0) continue;
    idsByNumber.set(
      name,
      await findByNumber(context, services.hooksByResource, getResource(to), numbers.map(String), 'number'),
    );
  }
  return idsByNumber;
}

/**
 * Replaces the numbers in a body by ids. Throws a 422 if a number is unknown, or belongs to another record than the id
 * given beside it.
 */
export function withNumbers(d: ResourceDefinition, body: Body, idsByNumber: Numbers): Body {
  let { values } = body;
  for (const { name, numberField } of numberFields(d)) {
    if (!Object.hasOwn(values, numberField)) continue;
    const { [numberField]: number, ...others } = values;
    values = others;
    if (number === null || number === '') continue;
    if (typeof number !== 'string') throw invalid({ [numberField]: [message('text')] });
    const id = idsByNumber.get(name)?.get(number);
    const numberText = others[name] ?? '';
    if (id === undefined || (numberText !== '' && Number(numberText) !== id))
      throw invalid({ [numberField]: [message('reference')] });
    values = { ...others, [name]: body.isForm ? String(id) : id };
  }
  return { ...body, values };
}

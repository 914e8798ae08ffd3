import { type ResourceDefinition, getResource, message } from '@innkeeper/contract';
import type { Body } from '../../platform/http/body.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { findByNumber } from './number-lookups.ts';
import type { Write } from './write-services.ts';

/*
 * A record may be referenced by its number instead of its id, such as the number printed on a voucher. For records of
 * another hotel it is the only way.
 */

/** Ids of records that were named by number: by field, then by number. */
type IdsByNumber = ReadonlyMap<string, ReadonlyMap<string, number>>;

const numberFields = (d: ResourceDefinition) =>
  Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'reference' && f.numberField !== undefined ? [{ name, numberField: f.numberField, to: f.to }] : [],
  );

/** Looks up the numbers in these bodies, in one batch per field. */
export async function findIdsByNumber({ context, services, d }: Write, bodies: readonly Body[]): Promise<IdsByNumber> {
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
 * Replaces the numbers in a body by ids. Throws a 422 if a number is unknown, or if the body also contains the id of
 * another record.
 */
export function replaceNumbers(d: ResourceDefinition, body: Body, idsByNumber: IdsByNumber): Body {
  let { values } = body;
  for (const { name, numberField } of numberFields(d)) {
    if (!Object.hasOwn(values, numberField)) continue;
    const { [numberField]: number, ...others } = values;
    values = others;
    if (number === null || number === '') continue;
    if (typeof number !== 'string') throw validationError({ [numberField]: [message('text')] });
    const id = idsByNumber.get(name)?.get(number);
    const explicitId = others[name] ?? '';
    if (id === undefined || (explicitId !== '' && Number(explicitId) !== id))
      throw validationError({ [numberField]: [message('reference')] });
    values = { ...others, [name]: body.isForm ? String(id) : id };
  }
  return { ...body, values };
}

import { type ResourceDefinition, getResource, message } from '@innkeeper/contract';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { findByNumber } from './look-ups.ts';
import type { Write } from './write-services.ts';

/*
 * A record may be told by its number, in the place of its id: a voucher by what is printed on it. It is the only way to one of another hotel.
 */

/** The ids of records that were told by their numbers: by field, by number. */
type Numbers = ReadonlyMap<string, ReadonlyMap<string, number>>;

const numbered = (d: ResourceDefinition) =>
  Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'reference' && f.byNumber !== undefined ? [{ name, byNumber: f.byNumber, to: f.to }] : [],
  );

/** The fields of which a body says the number. */
export const toldByNumber = (d: ResourceDefinition, { values }: Body): readonly string[] =>
  numbered(d).flatMap(({ name, byNumber }) => ((values[byNumber] ?? '') === '' ? [] : [name]));

/** Looks up the numbers in these bodies, those of a field all at once. */
export async function findNumbers({ context, services, d }: Write, bodies: readonly Body[]): Promise<Numbers> {
  const found = new Map<string, ReadonlyMap<string, number>>();
  for (const { name, byNumber, to } of numbered(d)) {
    const numbers = bodies.map(({ values }) => values[byNumber]).filter((one) => typeof one === 'string' && one !== '');
    if (numbers.length === 0) continue;
    found.set(name, await findByNumber(context, services.behaviours, getResource(to), numbers.map(String), 'number'));
  }
  return found;
}

/** A body with ids in the place of its numbers. Throws a 422 at a number that leads nowhere, or to another record than was named. */
export function withNumbers(d: ResourceDefinition, body: Body, found: Numbers): Body {
  let { values } = body;
  for (const { name, byNumber } of numbered(d)) {
    if (!Object.hasOwn(values, byNumber)) continue;
    const { [byNumber]: number, ...others } = values;
    values = others;
    if (number === null || number === '') continue;
    if (typeof number !== 'string') throw invalid({ [byNumber]: [message('text')] });
    const id = found.get(name)?.get(number);
    const said = others[name] ?? '';
    if (id === undefined || (said !== '' && Number(said) !== id)) throw invalid({ [byNumber]: [message('reference')] });
    values = { ...others, [name]: body.isForm ? String(id) : id };
  }
  return { ...body, values };
}

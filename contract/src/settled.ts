import type { ResourceDefinition } from './resource.ts';

/** Whether a record stands as it was made. */
export function standsAsMade(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  if (!d.settled) return false;
  let at: unknown = record;
  for (const key of [...d.settled.by.split('.'), 'code'])
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  const { codes, because } = d.settled;
  const reason = record['stays_because'];
  return (typeof at === 'string' && codes.includes(at)) || because.some((one) => one === reason);
}

/** Whether a field of a record stands as it was made: an update that changes it is a 409 `settled`. */
export const isSettled = (d: ResourceDefinition, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  d.fields[name]?.fixed === true || (standsAsMade(d, record) && d.settled?.but.includes(name) === false);

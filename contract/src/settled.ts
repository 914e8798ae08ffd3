import { errors } from './errors.ts';
import type { Label } from './label.ts';
import { sentence } from './messages.ts';
import type { ResourceDefinition } from './resource.ts';
import { stayLabel } from './stays.ts';

type Held = Readonly<Record<string, unknown>>;

const FIXED: Label = { en: sentence('settled', 'en'), id: sentence('settled', 'id') };

/** Why a record stands as it was made; null where it does not. */
export function whyAsMade(d: ResourceDefinition, record: Held): Label | null {
  if (!d.settled) return null;
  const { option, because, says } = d.settled;
  const reason = record['stays_because'];
  if (because.some((one) => one === reason)) return stayLabel(d, record);
  if (!option?.codes.some((code) => code === codeAt(record, option.by))) return null;
  return says && (record[says.by] ?? null) !== null ? says.words : errors.settled;
}

function codeAt(record: Held, path: string): unknown {
  let at: unknown = record;
  for (const key of [...path.split('.'), 'code'])
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}

/**
 * Why a field of a record stands as it was made: an update that changes it is a 409 `settled`, or `month_closed`. Null where it may
 * be changed.
 */
export function whyFieldStands(d: ResourceDefinition, name: string, record: Held): Label | null {
  const { fixed, fixedBy = [], fixedSays: says } = d.fields[name] ?? {};
  if (fixed || fixedBy.some((by) => Boolean(record[by])))
    return says ? { en: sentence(says, 'en'), id: sentence(says, 'id') } : FIXED;
  const whole = whyAsMade(d, record);
  if (whole && d.settled?.but.includes(name) === false) return whole;
  const ofMonth = d.month && 'only' in d.month ? d.month.only : undefined;
  return ofMonth?.includes(name) && record['stays_because'] === 'month_closed' ? stayLabel(d, record) : null;
}

import { errors } from '../errors/codes.ts';
import type { Label } from '../texts/label.ts';
import { sentence } from '../errors/messages.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { lockLabel } from './lock-reasons.ts';

type StoredRecord = Readonly<Record<string, unknown>>;

const FIXED: Label = { en: sentence('settled', 'en'), id: sentence('settled', 'id') };

/** Why a record is immutable; null if it is not. */
export function immutableReason(d: ResourceDefinition, record: StoredRecord): Label | null {
  if (!d.settled) return null;
  const { option, reasons, message } = d.settled;
  const reason = record['locked_reason'];
  if (reasons.some((one) => one === reason)) return lockLabel(d, record);
  if (!option?.codes.some((code) => code === codeAt(record, option.by))) return null;
  return message && (record[message.by] ?? null) !== null ? message.text : errors.settled;
}

function codeAt(record: StoredRecord, path: string): unknown {
  let at: unknown = record;
  for (const key of [...path.split('.'), 'code'])
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}

/** Why a field of a record cannot be changed: an update would be a 409 `settled` or `month_closed`. Null if it can. */
export function fieldLockReason(d: ResourceDefinition, name: string, record: StoredRecord): Label | null {
  const { fixed, fixedBy = [], fixedMessage: message } = d.fields[name] ?? {};
  if (fixed || fixedBy.some((by) => Boolean(record[by])))
    return message ? { en: sentence(message, 'en'), id: sentence(message, 'id') } : FIXED;
  const whole = immutableReason(d, record);
  if (whole && d.settled?.except.includes(name) === false) return whole;
  const monthFields = d.month && 'only' in d.month ? d.month.only : undefined;
  return monthFields?.includes(name) && record['locked_reason'] === 'month_closed' ? lockLabel(d, record) : null;
}

import { errors } from '../errors/codes.ts';
import type { Label } from '../texts/label.ts';
import { formatMessage } from '../errors/messages.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { lockLabel } from './lock-reasons.ts';

type StoredRecord = Readonly<Record<string, unknown>>;

const IMMUTABLE = 'settled';
const IMMUTABLE_FIELD: Label = { en: formatMessage(IMMUTABLE, 'en'), id: formatMessage(IMMUTABLE, 'id') };

/** Why a record is immutable; null if it is not. */
export function immutableReason(definition: ResourceDefinition, record: StoredRecord): Label | null {
  if (!definition.immutable) return null;
  const { option, reasons, message } = definition.immutable;
  const reason = record['locked_reason'];
  if (reasons.some((lockReason) => lockReason === reason)) return lockLabel(definition, record);
  if (!option?.codes.some((code) => code === readOptionCode(record, option.by))) return null;
  return message && (record[message.by] ?? null) !== null ? message.text : errors[IMMUTABLE];
}

function readOptionCode(record: StoredRecord, path: string): unknown {
  let value: unknown = record;
  for (const segment of [...path.split('.'), 'code'])
    value = typeof value === 'object' && value !== null ? Reflect.get(value, segment) : undefined;
  return value;
}

/**
 * Why a field of a record cannot be changed: the error of an update would be 409 `settled` or `month_closed`. Null if
 * it can.
 */
export function fieldLockReason(definition: ResourceDefinition, name: string, record: StoredRecord): Label | null {
  const { fixed, fixedBy = [], fixedMessage: message } = definition.fields[name] ?? {};
  if (fixed || fixedBy.some((otherField) => Boolean(record[otherField])))
    return message ? { en: formatMessage(message, 'en'), id: formatMessage(message, 'id') } : IMMUTABLE_FIELD;
  const recordReason = immutableReason(definition, record);
  if (recordReason && definition.immutable?.except.includes(name) === false) return recordReason;
  const monthFields = definition.month && 'only' in definition.month ? definition.month.only : undefined;
  return monthFields?.includes(name) && record['locked_reason'] === 'month_closed'
    ? lockLabel(definition, record)
    : null;
}

import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { localDay } from '../../format/date.ts';
import { confirm } from '../../ui/confirm.tsx';

/** Asks before a card or voucher is saved whose last day is today, which an untouched form of a new one has. */
export async function confirmLastDay(
  field: string,
  values: FormValues,
  record: ResourceRecord | undefined,
): Promise<boolean> {
  const dayOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : '');
  const lastDay = dayOf(values[field]);
  if (lastDay !== localDay(new Date()) || lastDay === dayOf(record?.[field])) return true;
  return confirm({
    title: t`The last day is today. Save?`,
    message: t`From tomorrow on it can no longer be used.`,
    confirmLabel: t`Save`,
  });
}

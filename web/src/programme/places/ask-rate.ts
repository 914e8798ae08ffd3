import { t } from '@lingui/core/macro';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { confirm } from '../../ui/confirm.tsx';
import { RATE_SCALE, shownRate } from './shown-rate.ts';

/** A rate that is further from the one before, in percent, is asked about: mostly a digit is missing, or one too many. */
const FAR = 10n;

/** Asks before a country's rate is saved that is far from the one that it has. The answer is whether it is saved. */
export async function askRate(values: FormValues, record: ResourceRecord | undefined): Promise<boolean> {
  const [before, now] = [millionths(record?.['usd_rate']), millionths(values['usd_rate'])];
  if (before === null || now === null || !isFar(before, now)) return true;
  const [from, to] = [shownRate(record?.['usd_rate']), shownRate(values['usd_rate'])];
  return confirm({
    title: t`A rate of ${to} for one US dollar?`,
    message: t`It was ${from}: that is more than 10 % away. From now on amounts are valued by the new rate; what was written down keeps the rate of its day.`,
    confirmLabel: t`Save the new rate`,
  });
}

const isFar = (before: bigint, now: bigint): boolean => {
  const away = now > before ? now - before : before - now;
  return away * 100n > before * FAR;
};

/** A rate is text, so that no digit passes through a float; null where there is none, or none yet. */
function millionths(rate: unknown): bigint | null {
  const [, whole = '', fraction = ''] = typeof rate === 'string' ? (/^(\d+)(?:\.(\d+))?$/.exec(rate) ?? []) : [];
  return whole === '' ? null : BigInt(whole + fraction.slice(0, RATE_SCALE).padEnd(RATE_SCALE, '0'));
}

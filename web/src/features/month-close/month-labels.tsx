import type { ClosingCheck, ClosingTotals, MonthClosing, MonthDifference } from '@innkeeper/contract/calls';
import type { RowSelection } from '@innkeeper/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { MissingRates } from '../../engine/list/missing-rates.tsx';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { Badge } from '../../ui/badge.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { type MonthEntry, isClosed } from './month-close-calls.ts';

/** Whether a month is open, closed, or open again. */
export function MonthState({ closing }: Pick<MonthEntry, 'closing'>) {
  if (isClosed(closing))
    return (
      <Badge tone="success">
        <Trans>Closed</Trans>
      </Badge>
    );
  return closing ? (
    <Badge tone="warning">
      <Trans>Reopened</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans context="a month">Open</Trans>
    </Badge>
  );
}

export function ClosedBy({ closing }: { closing: MonthClosing }) {
  const closedBy = <PersonName person={closing.closed_by} />;
  const closedAt = formatDateTime(closing.closed_at);
  return (
    <Trans>
      Closed by {closedBy} on {closedAt}
    </Trans>
  );
}

export function ReopenedBy({ closing }: { closing: MonthClosing }) {
  const reopenedBy = closing.reopened_by && <PersonName person={closing.reopened_by} />;
  const reopenedAt = formatDateTime(closing.reopened_at);
  return (
    <Trans>
      Reopened by {reopenedBy} on {reopenedAt}
    </Trans>
  );
}

/** The number of records, below their sum; on paper beside it, so that a row takes one line. */
export const RecordCount = ({ count }: { count: number }) => (
  <span className="block text-xs text-muted print:inline print:before:content-['_·_']">{formatNumber(count)}</span>
);

interface UsdAmountProps {
  /** Null without any rate. */
  readonly amount: string | null;
  readonly withoutRate: number;
  /** The records of the amount, if a list has exactly these. */
  readonly rows: RowSelection | undefined;
}

/** An amount in US dollars, and how many records it excludes: below it, on paper beside it. */
export const UsdAmount = ({ amount, withoutRate, rows }: UsdAmountProps) => (
  <>
    <span className="block print:inline">{amount === null ? '–' : formatNumber(amount, 2)}</span>
    {withoutRate > 0 && (
      <span className="print:before:content-['_·_'] print:*:text-xs">
        <MissingRates count={withoutRate} rows={rows} />
      </span>
    )}
  </>
);

export const CHECK_NAMES: Readonly<Record<ClosingCheck['key'], MessageDescriptor>> = {
  without_rate: msg`Missing USD rate`,
  held_postings: msg`Bills on hold from hotel systems`,
  exceptional_bills: msg`Unusually high bills`,
  unapproved: msg`Waiting for approval`,
  late_bills: msg`Bills posted after month end`,
};

const KIND_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  visit: msg`Visits`,
  voucher_redeem: msg`Redemptions`,
  'transaction 1': msg`New memberships`,
  'transaction 2': msg`Renewals`,
  'transaction 3': msg`Complimentary memberships`,
  'transaction 4': msg`Food and beverages`,
  'transaction 5': msg`Rooms`,
};

/** The name of the records in a sum. */
export function useTotalName(): (totals: Pick<ClosingTotals, 'resource' | 'part'>) => string {
  const { t } = useLingui();
  return ({ resource, part }) =>
    t(KIND_NAMES[part === null ? resource : `${resource} ${part}`] ?? msg`Other transactions`);
}

export const DIFFERENCE_REASONS: Readonly<Record<MonthDifference['why'], MessageDescriptor>> = {
  reversed: msg`Reversed`,
  changed: msg`Changed`,
  added: msg`Added`,
  gone: msg`Deleted`,
};

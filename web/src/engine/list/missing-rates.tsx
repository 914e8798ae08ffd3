import { type RowSelection, WITHOUT_RATE, narrowRows } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '../../format/number.ts';
import { RowsLink } from './rows-link.tsx';

/**
 * The number of records that a sum in US dollars excludes, because their country had no rate yet. It is a link if a
 * list has exactly these records. Renders nothing for 0.
 */
export function MissingRates({ count, rows }: { count: number; rows: RowSelection | undefined }) {
  if (count === 0) return null;
  const number = formatNumber(count);
  if (!rows)
    return (
      <span className="text-sm text-muted tabular">
        <Trans>{number} without a rate</Trans>
      </span>
    );
  return (
    <RowsLink
      rows={narrowRows(rows, WITHOUT_RATE)}
      className="rounded-sm text-sm text-muted tabular underline-offset-4 hover:text-text hover:underline"
    >
      <Trans>{number} without a rate</Trans>
    </RowsLink>
  );
}

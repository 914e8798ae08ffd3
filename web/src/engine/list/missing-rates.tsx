import { type Rows, WITHOUT_RATE, narrowRows } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { formatNumber } from '../../format/number.ts';
import { RowsLink } from './rows-link.tsx';

/** How many of these records a sum in US dollars leaves out, as their country had no rate yet, with a link to them where a list has just them. Nothing if it has all of them. */
export function MissingRates({ count, rows }: { count: number; rows: Rows | undefined }) {
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

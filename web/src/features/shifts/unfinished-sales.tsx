import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type UnfinishedSale, readUnfinishedSales } from '../../domain/unfinished-sales.ts';
import { formatDateTime } from '../../format/date.ts';
import { useUser } from '../../session/user.ts';
import { FRAME_CLASS } from '../../ui/table.tsx';

const SALE_PATH = '/finance/transaction/wizard';
const FREE_PATH = '/finance/transaction/free_membership';

/** The sales that the user started on this device and did not finish. The server does not know them. */
function useUnfinishedSales(): readonly UnfinishedSale[] {
  const userId = useUser()?.id ?? 0;
  const [sales] = useState(() => readUnfinishedSales(localStorage, userId, Date.now()));
  return sales;
}

const pathOf = ({ sale: { isFree } }: UnfinishedSale) => (isFree ? FREE_PATH : SALE_PATH);

/** Their number, as a link to the page that continues the latest. */
export function UnfinishedSalesLink() {
  const sales = useUnfinishedSales();
  const [latestSale] = sales;
  if (!latestSale) return null;
  return (
    <Link to={pathOf(latestSale)} className="rounded-sm text-sm font-medium text-warning-text hover:underline">
      <Plural value={sales.length} one="# unfinished sale" other="# unfinished sales" />
    </Link>
  );
}

/** A list of them. */
export function UnfinishedSales() {
  const { t } = useLingui();
  const id = useId();
  const sales = useUnfinishedSales();
  if (sales.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 text-lg font-semibold">
        <Trans>Unfinished sales on this device</Trans>
      </h2>
      <ul className={`${FRAME_CLASS} divide-y divide-border`}>
        {sales.map((unfinishedSale) => (
          <li key={unfinishedSale.sale.key} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <Link to={pathOf(unfinishedSale)} className="font-medium hover:underline">
              {unfinishedSale.name || t`unnamed guest`}
            </Link>
            <span className="text-sm text-muted tabular">
              {formatDateTime(new Date(unfinishedSale.at).toISOString())}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

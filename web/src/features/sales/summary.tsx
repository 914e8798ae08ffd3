import { SALE_TYPE } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate } from '../../format/date.ts';
import { toUsd, isGreater, subtractDiscount } from './amounts.ts';
import { useSaleTypeName } from './sale-type-name.ts';
import { OfferDetails } from './offer-details.tsx';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';
import { classNames } from '../../ui/class-names.ts';

export interface SaleTotals {
  readonly price: string;
  readonly discount: string | null;
  readonly total: string;
  readonly usdTotal: string | null;
}

/** The total of the sale; null until a membership is selected. */
export function computeTotals({ sale, offers, offer }: SaleHandle): SaleTotals | null {
  if (!offers || !offer) return null;
  const inputText = sale.payment['discount'];
  // The discount field rejects an amount above the price.
  const isValidDiscount =
    typeof inputText === 'string' && isGreater(inputText, '0') && !isGreater(inputText, offer.price);
  const discount = !sale.isFree && isValidDiscount ? inputText : null;
  const total = subtractDiscount(offer.price, discount);
  return { price: offer.price, discount, total, usdTotal: toUsd(total, offers.usd_rate) };
}

/** The sale so far, like a receipt that fills in step by step. */
export function SaleSummary({ handle }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const saleTypeName = useSaleTypeName();
  const { name, type, offers, offer, sale } = handle;
  const totals = computeTotals(handle);
  const renderMoney = (amount: string) => (
    <Money amount={amount} currency={offers?.currency} decimals={offers?.decimals} />
  );
  return (
    <section
      aria-label={t`Summary`}
      // Without a guest there is nothing to sum up, and below the steps it would only be in the way.
      className={classNames(
        'flex flex-col gap-3 rounded-lg border border-border bg-surface p-4 @4xl:sticky @4xl:top-4',
        sale.guest === null && '@max-4xl:hidden',
      )}
    >
      <h2 className="text-sm font-medium text-muted">{type === null ? t`Summary` : saleTypeName(type)}</h2>
      <dl className="flex flex-col gap-2.5">
        <SummaryRow label={t`Guest`}>{name || null}</SummaryRow>
        <SummaryRow label={t`Hotel`}>{offers?.hotel.name ?? null}</SummaryRow>
        <SummaryRow label={t`Membership`}>{offer?.membership.name ?? null}</SummaryRow>
        <SummaryRow label={t`Card`}>
          {offer && (
            <span className="tabular">
              {formatDate(offer.start_date)} – {formatDate(offer.end_date)}
            </span>
          )}
        </SummaryRow>
      </dl>
      {totals && !sale.isFree && (
        <dl className="flex flex-col gap-1 border-t border-border pt-3 tabular">
          <SummaryAmount label={type === SALE_TYPE.upgrade ? t`Difference` : t`Price`}>
            {renderMoney(totals.price)}
          </SummaryAmount>
          {totals.discount !== null && (
            <SummaryAmount label={t`Discount`}>−{renderMoney(totals.discount)}</SummaryAmount>
          )}
          <SummaryAmount label={t`To pay`} isTotal>
            {renderMoney(totals.total)}
          </SummaryAmount>
          {totals.usdTotal !== null && offers?.currency !== 'USD' && (
            <SummaryAmount label={t`USD`}>
              <Money amount={totals.usdTotal} currency="USD" decimals={2} />
            </SummaryAmount>
          )}
        </dl>
      )}
      {totals && sale.isFree && (
        <p className="border-t border-border pt-3 font-semibold">
          <Trans>Free of charge</Trans>
        </p>
      )}
      {offer && offers && (
        <OfferDetails
          offer={offer}
          currency={offers.currency}
          decimals={offers.decimals}
          isDetailed={sale.step === 'membership'}
        />
      )}
    </section>
  );
}

function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children ?? <span className="text-faint">–</span>}</dd>
    </div>
  );
}

function SummaryAmount({ label, isTotal, children }: { label: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-3 ${isTotal ? 'text-lg font-semibold' : ''}`}>
      <dt className={isTotal ? '' : 'text-sm text-muted'}>{label}</dt>
      <dd className={isTotal ? '' : 'text-muted'}>{children}</dd>
    </div>
  );
}

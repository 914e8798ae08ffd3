import type { Offer } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import ExternalLink from 'lucide-react/icons/external-link';
import { formatDate } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { Money } from '../../ui/money.tsx';

interface OfferDetailsProps {
  readonly offer: Offer;
  readonly currency: string;
  readonly decimals: number;
}

/** What the guest gets with a membership: from when to when, its benefits and its vouchers. */
export function OfferDetails({ offer, currency, decimals }: OfferDetailsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { vouchers, benefits, benefits_url, min_visit, min_visit_to_upgrade } = offer;
  const lines = (benefits ?? '').split('\n').filter((line) => line.trim() !== '');
  return (
    <div className="@container px-3 pb-4 sm:pr-4 sm:pl-11.5">
      <p className="tabular">
        {formatDate(offer.start_date)} – {formatDate(offer.end_date)}
        {min_visit > 0 && (
          <span className="text-muted">
            {' · '}
            <Plural value={min_visit} one="# visit to maintain" other="# visits to maintain" />
          </span>
        )}
        {min_visit_to_upgrade > 0 && (
          <span className="text-muted">
            {' · '}
            <Plural value={min_visit_to_upgrade} one="# visit to upgrade" other="# visits to upgrade" />
          </span>
        )}
      </p>
      <div className="mt-3 grid gap-x-8 gap-y-4 @lg:grid-cols-2">
        {vouchers.length > 0 && (
          <section aria-label={t`Vouchers`}>
            <h3 className="mb-1 text-sm font-medium text-muted">
              <Trans>Vouchers</Trans>
            </h3>
            <ul className="flex flex-col gap-1">
              {vouchers.map((voucher) => (
                <li key={voucher.id} className="flex gap-2">
                  <span className="w-7 shrink-0 text-right text-muted tabular">{voucher.quantity} ×</span>
                  <span className="min-w-0">
                    {language === 'id' ? voucher.name_id : voucher.name}
                    <span className="block text-sm text-muted tabular">
                      <Money amount={voucher.nominal} currency={currency} decimals={decimals} />
                      {voucher.is_restricted && <> · {t`at this hotel only`}</>}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {(lines.length > 0 || benefits_url) && (
          <section aria-label={t`Benefits`}>
            <h3 className="mb-1 text-sm font-medium text-muted">
              <Trans>Benefits</Trans>
            </h3>
            <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {benefits_url && (
              <a
                href={benefits_url}
                target="_blank"
                rel="noreferrer"
                className="mt-1.5 inline-flex items-center gap-1.5 text-sm text-accent-text underline underline-offset-2"
              >
                <Trans>All benefits</Trans>
                <ExternalLink size={13} aria-hidden="true" />
              </a>
            )}
          </section>
        )}
      </div>
    </div>
  );
}

import type { Offer } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Benefits } from '../../domain/benefits.tsx';
import ExternalLink from 'lucide-react/icons/external-link';

import { useLanguage } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';

interface OfferDetailsProps {
  readonly offer: Offer;
  readonly currency: string;
  readonly decimals: number;
  /** Also shows the details needed to choose: visits and benefits. */
  readonly isDetailed: boolean;
}

/** What a membership gives the guest: its vouchers, and with `isDetailed` its visits and benefits. */
export function OfferDetails({ offer, currency, decimals, isDetailed }: OfferDetailsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { vouchers, benefits, benefits_url, min_visit, min_visit_to_upgrade } = offer;
  const goals = [
    min_visit > 0 && <Plural value={min_visit} one="# visit to maintain" other="# visits to maintain" />,
    min_visit_to_upgrade > 0 && (
      <Plural value={min_visit_to_upgrade} one="# visit to upgrade" other="# visits to upgrade" />
    ),
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-3">
      <section aria-label={t`Vouchers`}>
        <h3 className="mb-1 text-sm font-medium text-muted">
          <Plural value={countVouchers(offer)} _0="No vouchers" one="# voucher" other="# vouchers" />
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
      {isDetailed && goals.length > 0 && (
        <ul className="text-sm text-muted">
          {goals.map((goal, index) => (
            <li key={index}>{goal}</li>
          ))}
        </ul>
      )}
      {isDetailed && (benefits || benefits_url) && (
        <section aria-label={t`Benefits`}>
          <h3 className="mb-1 text-sm font-medium text-muted">
            <Trans>Benefits</Trans>
          </h3>
          <Benefits benefits={benefits} />
          {benefits_url && (
            <a
              href={benefits_url}
              target="_blank"
              rel="noreferrer"
              className="mt-1.5 inline-flex items-center gap-1.5 text-sm text-accent-text underline underline-offset-2"
            >
              <Trans>All benefits</Trans>
              <ExternalLink size={13} />
            </a>
          )}
        </section>
      )}
    </div>
  );
}

export const countVouchers = ({ vouchers }: Offer): number => vouchers.reduce((sum, { quantity }) => sum + quantity, 0);

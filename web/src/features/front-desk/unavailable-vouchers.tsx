import type { DeskVoucher } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { useLanguage } from '../../i18n/use-label.ts';

/** Why the other vouchers cannot be redeemed, worded for the guest. */
export function UnavailableVouchers({
  vouchers,
  omittedCount,
}: {
  vouchers: readonly DeskVoucher[];
  omittedCount: number;
}) {
  const language = useLanguage();
  if (vouchers.length === 0 && omittedCount === 0) return null;
  const vouchersByReason = Map.groupBy(vouchers, ({ name, name_id, reason }) =>
    JSON.stringify([name, name_id, reason]),
  );
  return (
    <section aria-labelledby="front-desk-rejected" className="mt-6">
      <h3 id="front-desk-rejected" className="mb-2 font-medium text-muted">
        <Trans>Not redeemable here today</Trans>
      </h3>
      {vouchers.length > 0 && (
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {[...vouchersByReason].map(([key, [voucher, ...otherVouchers]]) => (
            <li key={key} className="flex gap-3 px-4 py-2.5">
              <CircleSlash size={16} className="mt-1 shrink-0 text-faint" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium">{language === 'id' ? voucher?.name_id : voucher?.name}</span>
                  <span className="text-sm text-muted tabular">
                    {[voucher, ...otherVouchers].map((item) => item?.voucher_no).join(', ')}
                  </span>
                </p>
                <p className="text-muted">{voucher?.reason}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {omittedCount > 0 && (
        <p className="mt-2 text-sm text-muted">
          <Plural
            value={omittedCount}
            one="# voucher that expired over a year ago is not shown."
            other="# vouchers that expired over a year ago are not shown."
          />
        </p>
      )}
    </section>
  );
}

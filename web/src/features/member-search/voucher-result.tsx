import type { VoucherSearchResult } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import Ticket from 'lucide-react/icons/ticket';
import TicketCheck from 'lucide-react/icons/ticket-check';
import { formatDate } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { redeemPath, voucherPath } from './result-path.ts';
import { choiceOf } from '../../domain/record-search.ts';
import { Badge } from '../../ui/badge.tsx';
import { ResultRow } from './result-row.tsx';

/** A voucher found by its number: kind, member and last day. */
export function VoucherResult({ voucher }: { voucher: VoucherSearchResult }) {
  const { t } = useLingui();
  const label = useLabel();
  const { id, voucher_no, member, valid_until_date } = voucher;
  const name = label({ en: voucher.name, id: voucher.name_id });
  const state = choiceOf('member_voucher', 'state', voucher.state);
  const redeemTo = redeemPath(member.id, id);
  return (
    <ResultRow
      path={voucherPath(voucher)}
      emblem={
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text"
        >
          <Ticket size={20} />
        </span>
      }
      title={name}
      state={state && <Badge tone={state.tone}>{label(state.label)}</Badge>}
      lines={[
        [<span className="text-text">{voucher_no}</span>, <Trans>until {formatDate(valid_until_date)}</Trans>],
        [member.name],
      ]}
      name={name}
      actions={
        redeemTo === null
          ? []
          : [
              {
                label: t`Redeem`,
                icon: <TicketCheck size={15} />,
                to: redeemTo,
                reason: voucher.may.redeem,
              },
            ]
      }
    />
  );
}

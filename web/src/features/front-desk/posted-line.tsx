import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { getResource, permission } from '@innkeeper/contract';
import { formatDateTime } from '../../format/date.ts';
import { hotelZoneOf, nestedAt } from '../../engine/data/record.ts';
import { callQuery } from '../../engine/data/call-query.ts';
import { canRevert } from '../../engine/data/revert.ts';
import { deleteImmediately } from '../../engine/list/record-actions.tsx';
import { PrintReceipt, type ReceiptFacts, receiptAmount } from '../../domain/receipt.tsx';
import { MailLine } from '../../domain/mail-line.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import type { PostedVisit } from './recent-actions.ts';
import { Money } from '../../session/money.tsx';

interface PostedLineProps {
  posted: PostedVisit;
  onUndone: () => void;
}

/** The visit just posted and the guest's status after it, which staff may mention before the guest leaves. */
export function PostedLine({ posted: { record, guest }, onUndone }: PostedLineProps) {
  const { t } = useLingui();
  const definition = getResource('visit');
  const number = String(record['visit_no']);
  const name = guest.member.name;
  const { currency, grand_total: total } = record;
  const amount = typeof total === 'string' && <Money amount={total} currency={String(currency)} />;
  const totalText = receiptAmount(total, currency);
  const amountLine = (label: string, field: string) =>
    [label, Number(record[field]) > 0 ? receiptAmount(record[field], currency) : null] as const;
  const receipt: ReceiptFacts = {
    title: t`Visit`,
    number,
    hotel: nestedAt(record, 'hotel')?.name ?? '',
    lines: [
      [t`When`, formatDateTime(String(record['visit_date']), hotelZoneOf(record))],
      [t`Guest`, name],
      [t`Bill number`, String(record['reference_no'])],
      amountLine(t`Food and beverages`, 'total_fb'),
      amountLine(t`Rooms`, 'total_room'),
      amountLine(t`Others`, 'total_others'),
    ],
    total: totalText === null ? null : [t`Total`, totalText],
  };
  return (
    <div
      role="status"
      className="mt-4 flex flex-wrap items-start gap-3 rounded-lg border border-border bg-success-soft px-4 py-3 text-success-text"
    >
      <Check size={20} className="mt-px shrink-0" />
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <span className="font-medium">
            {amount ? (
              <Trans>
                {amount} posted for {name} ({number}).
              </Trans>
            ) : (
              <Trans>
                {number} posted for {name} without an amount. It counts once the amount is entered.
              </Trans>
            )}
          </span>
        </p>
        {!guest.member.is_elsewhere && can(permission('VIEW', getResource('member').permission)) && (
          // The line is kept free for the response.
          <p className="min-h-lh">
            <Progress memberId={guest.member.id} visitId={record.id} />
          </p>
        )}
        {!guest.member.is_elsewhere && <MailLine resource="visit" id={record.id} />}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <PrintReceipt className="max-sm:grow" receipt={receipt} />
        {canRevert(definition, record) && (
          <Button
            className="max-sm:grow"
            onClick={() => void deleteImmediately(definition, record).then((isDeleted) => isDeleted && onUndone())}
          >
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function Progress({ memberId, visitId }: { memberId: number; visitId: number }) {
  const { data } = useQuery({
    ...callQuery('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} }, visitId),
    retry: false,
  });
  if (!data) return null;
  const { visits, maintain, upgrade } = data;
  const visitCount = visits.total;
  if (upgrade?.to && upgrade.missing > 0) {
    const { required } = upgrade;
    const tierName = upgrade.to.name;
    return (
      <Trans>
        {visitCount} of {required} visits to {tierName}.
      </Trans>
    );
  }
  if (maintain && maintain.missing > 0) {
    const { required } = maintain;
    return (
      <Trans>
        {visitCount} of {required} visits to keep the membership.
      </Trans>
    );
  }
  return <Plural value={visitCount} one="# visit counted." other="# visits counted." />;
}

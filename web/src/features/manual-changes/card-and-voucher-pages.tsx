import { Trans } from '@lingui/react/macro';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { openReplaceDialog, canReplaceCard } from '../../domain/replace-card-dialog.tsx';
import { openExtendDialog, openReissueDialog, canExtendVoucher, canReissueVoucher } from './voucher-dialogs.tsx';

/** A member card, which can be replaced when lost. */
export function MemberCardPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={ReplaceAction} />;
}

/** A member voucher, which is extended or given a new number. */
export function MemberVoucherPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={VoucherActions} />;
}

function ReplaceAction({ record }: RecordPartProps) {
  if (record.deleted_at !== null || record['is_active'] !== 1 || !canReplaceCard()) return null;
  const card = { id: record.id, sbec_no: String(record['sbec_no']), hotelId: Number(record['hotel_id']) };
  return (
    <Button icon={<RefreshCw size={16} />} onClick={() => void openReplaceDialog(card)}>
      <Trans>Replace card…</Trans>
    </Button>
  );
}

function VoucherActions({ record }: RecordPartProps) {
  const { id } = record;
  const isOpen = record['state'] !== 'redeemed' && record['state'] !== 'cancelled';
  if (record.deleted_at !== null || !isOpen) return null;
  const voucher = {
    id,
    voucher_no: String(record['voucher_no']),
    valid_until_date: String(record['valid_until_date']),
  };
  return (
    <>
      {canExtendVoucher() && record['extended_from'] === null && (
        <Button icon={<CalendarPlus size={16} />} onClick={() => void openExtendDialog(voucher)}>
          <Trans>Extend…</Trans>
        </Button>
      )}
      {canReissueVoucher() && (
        <Button icon={<RefreshCw size={16} />} onClick={() => void openReissueDialog(voucher)}>
          <Trans>New number…</Trans>
        </Button>
      )}
    </>
  );
}

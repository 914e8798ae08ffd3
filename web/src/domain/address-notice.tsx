import type { DeskGuest } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import MailWarning from 'lucide-react/icons/mail-warning';
import { formatDate } from '../format/date.ts';

/** Says that mails to a member's address came back, or were reported as spam; nothing otherwise. */
export function AddressNotice({ addressState }: { addressState: DeskGuest['address_state'] }) {
  if (!addressState) return null;
  const day = formatDate(addressState.at);
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-sm text-muted">
      <MailWarning size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        {addressState.state === 'bounced' ? (
          <Trans>Email to this address was rejected on {day}: ask for a new address.</Trans>
        ) : (
          <Trans>An email was reported as spam on {day}: only receipts are sent.</Trans>
        )}
      </span>
    </p>
  );
}

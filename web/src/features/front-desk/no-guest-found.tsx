import { Trans } from '@lingui/react/macro';
import UserSearch from 'lucide-react/icons/user-search';
import { formatPhone } from '../../format/phone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useRecordSearch } from '../../domain/record-search.ts';
import type { DeskLookup } from './front-desk-calls.ts';
import { GuestChoice } from './guest-choice.tsx';
import { GuestSkeleton } from './guest-skeleton.tsx';

interface NoGuestFoundProps {
  deskLookup: DeskLookup;
  /** Vouchers can be looked up too. */
  acceptsVouchers: boolean;
  onChoose: (memberId: number) => void;
}

/** No exact match: the input may be a name or the beginning of a number. */
export function NoGuestFound({ deskLookup, acceptsVouchers, onChoose }: NoGuestFoundProps) {
  const q = 'q' in deskLookup ? deskLookup.q : '';
  const { members, isStale, error, retry } = useRecordSearch(q);
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (isStale) return <GuestSkeleton />;
  if (members.length > 0) {
    return (
      <GuestChoice
        guests={members.map((member) => ({ ...member, detail: formatPhone(member.phone_no ?? '') }))}
        onChoose={onChoose}
      />
    );
  }
  return (
    <div role="status">
      <EmptyState
        icon={<UserSearch size={20} />}
        title={q === '' ? <Trans>Guest not found.</Trans> : <Trans>No guest found for “{q}”.</Trans>}
      >
        {acceptsVouchers ? (
          <Trans>
            A complete card, voucher, phone or email finds guests of every hotel. A name finds guests of your hotels.
          </Trans>
        ) : (
          <Trans>
            A complete card, phone or email finds guests of every hotel. A name finds guests of your hotels.
          </Trans>
        )}
      </EmptyState>
    </div>
  );
}

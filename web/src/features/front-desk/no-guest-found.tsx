import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import UserSearch from 'lucide-react/icons/user-search';
import { formatPhone } from '../../format/phone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { type DeskLookup, MIN_NAME_LENGTH, membersQuery } from './front-desk-calls.ts';
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
  const { data, error, isError, isLoading, refetch } = useQuery({
    ...membersQuery(q),
    enabled: q.length >= MIN_NAME_LENGTH,
  });
  if (isError) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (isLoading) return <GuestSkeleton />;
  if (data && data.length > 0) {
    return (
      <GuestChoice
        guests={data.map((member) => ({ ...member, detail: formatPhone(member.phone_no ?? '') }))}
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

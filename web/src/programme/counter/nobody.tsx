import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import UserSearch from 'lucide-react/icons/user-search';
import { formatPhone } from '../../format/phone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { type Asked, SHORTEST_NAME, membersQuery } from './counter-calls.ts';
import { GuestChoice } from './guest-choice.tsx';
import { GuestSkeleton } from './guest-skeleton.tsx';

interface NobodyProps {
  asked: Asked;
  /** Vouchers are asked for here too. */
  withVouchers: boolean;
  onChoose: (memberId: number) => void;
}

/** Nobody shows just this: perhaps it is a name, or the beginning of something. */
export function Nobody({ asked, withVouchers, onChoose }: NobodyProps) {
  const q = 'q' in asked ? asked.q : '';
  const { data, error, isError, isLoading, refetch } = useQuery({
    ...membersQuery(q),
    enabled: q.length >= SHORTEST_NAME,
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
        title={q === '' ? <Trans>This guest was not found.</Trans> : <Trans>Nobody was found for “{q}”.</Trans>}
      >
        {withVouchers ? (
          <Trans>
            A card, voucher, telephone or email finds guests of every hotel, if all of it is typed. A name finds those
            of your own.
          </Trans>
        ) : (
          <Trans>
            A card, telephone or email finds guests of every hotel, if all of it is typed. A name finds those of your
            own.
          </Trans>
        )}
      </EmptyState>
    </div>
  );
}

import type { CallListKey } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import PhoneOff from 'lucide-react/icons/phone-off';
import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Describes which members a list contains, and their order. */
export function CallListDescription({ list }: { list: CallListKey }) {
  return <p className="max-w-3xl text-muted">{DESCRIPTIONS[list]}</p>;
}

const DESCRIPTIONS: Readonly<Record<CallListKey, ReactNode>> = {
  renewal: <Trans>Members inside the renewal window, soonest deadline first.</Trans>,
  expiring: <Trans>Cards expiring soon, earliest first.</Trans>,
  never_used: <Trans>No visit or redemption in the last 90 days. Earliest expiry first.</Trans>,
  near_upgrade: <Trans>One or two visits short of the next tier. Earliest expiry first.</Trans>,
  birthday: <Trans>Birthdays today and in the next six days, by hotel time.</Trans>,
};

const EMPTY_TITLES: Readonly<Record<CallListKey, ReactNode>> = {
  renewal: <Trans>No renewals due</Trans>,
  expiring: <Trans>No cards expire in this period</Trans>,
  never_used: <Trans>All cards are in use</Trans>,
  near_upgrade: <Trans>Nobody is close to the next tier yet</Trans>,
  birthday: <Trans>No birthday in the next 7 days</Trans>,
};

interface NoMembersToCallProps {
  readonly list: CallListKey;
  /** A search text or a later page hides some members. */
  readonly isFiltered: boolean;
  /** Also shows members whose matter a call resolved; undefined if they are shown already. */
  readonly onShowAll: (() => void) | undefined;
}

/** Empty state of a list. */
export function NoMembersToCall({ list, isFiltered, onShowAll }: NoMembersToCallProps) {
  if (isFiltered)
    return (
      <EmptyState icon={<PhoneOff size={20} />} title={<Trans>No matches in this list</Trans>}>
        <Trans>Try fewer words, or show the whole list.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Sparkles size={20} />}
      title={EMPTY_TITLES[list]}
      action={
        onShowAll && (
          <Button onClick={onShowAll}>
            <Trans>Show contacted members</Trans>
          </Button>
        )
      }
    >
      {onShowAll ? <Trans>All done. Nobody left to call.</Trans> : <Trans>Check again another day.</Trans>}
    </EmptyState>
  );
}

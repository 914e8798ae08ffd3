import type { WorkListKey } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import PhoneOff from 'lucide-react/icons/phone-off';
import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The members of a list, and their order. */
export function WorkListReason({ list }: { list: WorkListKey }) {
  return <p className="max-w-3xl text-muted">{REASONS[list]}</p>;
}

const REASONS: Readonly<Record<WorkListKey, ReactNode>> = {
  renewal: (
    <Trans>
      The last card ends within the renewal window, before or after today. First comes whose window closes first.
    </Trans>
  ),
  expiring: <Trans>The last card ends in the days ahead. First comes what ends first.</Trans>,
  never_used: (
    <Trans>
      The card has run for 90 days or more, without a visit or a redemption in the last 90. First comes what ends first.
    </Trans>
  ),
  near_upgrade: (
    <Trans>One or two visits are missing to the next level while the card runs. First comes what ends first.</Trans>
  ),
  birthday: <Trans>The birthday is today or in the six days after it, where the hotel stands.</Trans>,
};

const EMPTY: Readonly<Record<WorkListKey, ReactNode>> = {
  renewal: <Trans>No renewal is due</Trans>,
  expiring: <Trans>No card ends in these days</Trans>,
  never_used: <Trans>Every card is being used</Trans>,
  near_upgrade: <Trans>Nobody is this close to the next level</Trans>,
  birthday: <Trans>No birthday in the next 7 days</Trans>,
};

interface NobodyProps {
  readonly list: WorkListKey;
  /** Only a part of the list was asked for. */
  readonly isNarrowed: boolean;
  /** Shows those whom a call has settled, too; undefined while they are shown. */
  readonly onAll: (() => void) | undefined;
}

/** A list without members. */
export function NobodyToCall({ list, isNarrowed, onAll }: NobodyProps) {
  if (isNarrowed)
    return (
      <EmptyState icon={<PhoneOff size={20} aria-hidden="true" />} title={<Trans>Nobody in this list fits</Trans>}>
        <Trans>Try fewer words, or look at the whole list.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Sparkles size={20} aria-hidden="true" />}
      title={EMPTY[list]}
      action={
        onAll && (
          <Button onClick={onAll}>
            <Trans>Show those already called</Trans>
          </Button>
        )
      }
    >
      {onAll ? <Trans>There is nobody left to call here. Well done.</Trans> : <Trans>Come back another day.</Trans>}
    </EmptyState>
  );
}

import { type TimelineKind, resources } from '@innkeeper/contract';
import type { TimelineEntry } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ban from 'lucide-react/icons/ban';
import Gift from 'lucide-react/icons/gift';
import Hand from 'lucide-react/icons/hand';
import IdCard from 'lucide-react/icons/id-card';
import Mail from 'lucide-react/icons/mail';
import Merge from 'lucide-react/icons/merge';
import Phone from 'lucide-react/icons/phone';
import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import TicketCheck from 'lucide-react/icons/ticket-check';
import TicketX from 'lucide-react/icons/ticket-x';
import TrendingDown from 'lucide-react/icons/trending-down';
import Undo2 from 'lucide-react/icons/undo-2';
import Utensils from 'lucide-react/icons/utensils';
import type { ComponentType, ReactNode } from 'react';
import { useLabel, useLanguage } from '../../../i18n/use-label.ts';
import { Badge } from '../../../ui/badge.tsx';

interface IconProps {
  readonly size?: number;
}

export const TIMELINE_ICONS: Readonly<Record<TimelineKind, ComponentType<IconProps>>> = {
  sold: ReceiptText,
  renewed: RefreshCw,
  upgrade_sold: ArrowUp,
  given: Gift,
  charged: ReceiptText,
  cancelled: Ban,
  reversed: Ban,
  refunded: Undo2,
  refund_cancelled: Ban,
  cancel_undone: Undo2,
  card_issued: IdCard,
  upgraded: ArrowUp,
  tier_set: Hand,
  withdrawn: TrendingDown,
  redeemed: TicketCheck,
  voided: TicketX,
  void_undone: TicketCheck,
  visited: Utensils,
  mailed: Mail,
  called: Phone,
  merged: Merge,
  merge_undone: Undo2,
};

/** Short description of the event. */
export function TimelineTitle({ entry }: { entry: TimelineEntry }): ReactNode {
  const label = useLabel();
  const language = useLanguage();
  const number = entry.number ?? '';
  const name = (language === 'id' ? entry.name_id : null) ?? entry.name ?? '';
  switch (entry.kind) {
    case 'sold':
      return <Trans>{name} sold</Trans>;
    case 'renewed':
      return <Trans>{name} renewed</Trans>;
    case 'upgrade_sold':
      return <Trans>Upgrade to {name} sold</Trans>;
    case 'given':
      return <Trans>{name} issued free</Trans>;
    case 'charged':
      return <Trans>Transaction {number}</Trans>;
    case 'cancelled':
      return <Trans>Sale {number} cancelled</Trans>;
    case 'reversed':
      return <Trans>Sale {number} reversed</Trans>;
    case 'refunded':
      return <Trans>Sale {number} partly refunded</Trans>;
    case 'refund_cancelled':
      return <Trans>Refund {number} cancelled</Trans>;
    case 'cancel_undone':
      return <Trans>Sale {number} restored</Trans>;
    case 'card_issued':
      return <Trans>Card {number} issued</Trans>;
    case 'upgraded':
      return <Trans>Upgraded to {name} by visits</Trans>;
    case 'tier_set':
      return <Trans>Tier set to {name} manually</Trans>;
    case 'withdrawn':
      return <Trans>{name} removed: visit requirement no longer met</Trans>;
    case 'redeemed':
      return <Trans>{name} redeemed</Trans>;
    case 'voided':
      return <Trans>Redemption of {name} voided</Trans>;
    case 'void_undone':
      return <Trans>{name} redeemed again: void reverted</Trans>;
    case 'visited':
      return <Trans>Visit {number}</Trans>;
    case 'mailed':
      return <Trans>Email “{name}”</Trans>;
    case 'called': {
      const outcome = resources.member_call.fields.outcome.choices.find(({ value }) => value === entry.state);
      const outcomeLabel = outcome ? label(outcome.label) : '';
      return <Trans>Call: {outcomeLabel}</Trans>;
    }
    case 'merged':
      return <Trans>Merged with {name}</Trans>;
    case 'merge_undone':
      return <Trans>Merge with {name} undone</Trans>;
  }
}

/** Delivery state of a mail; renders nothing for other entries. */
export function DeliveryState({ entry }: { entry: TimelineEntry }) {
  const label = useLabel();
  const state = resources.mail_log.fields.delivery_status.choices.find(({ value }) => value === entry.state);
  return entry.kind === 'mailed' && state ? <Badge tone={state.tone}>{label(state.label)}</Badge> : null;
}

/** The user who did it; null if the system did. */
export function useActorName(): (entry: TimelineEntry) => string | null {
  const { t } = useLingui();
  return ({ by, kind }) => by?.name ?? (kind === 'upgraded' || kind === 'withdrawn' ? t`automatically` : null);
}

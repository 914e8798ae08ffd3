import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { formatDate } from '../../format/date.ts';

/** The membership of a member's card and the end of the card; null without a card. */
export const cardDetail = ({ card }: MemberSearchResult): string | null =>
  card && `${card.membership} ${t`until ${formatDate(card.end_date)}`}`;

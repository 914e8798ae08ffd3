import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import TicketCheck from 'lucide-react/icons/ticket-check';
import Utensils from 'lucide-react/icons/utensils';
import type { ReactNode } from 'react';
import { DeskLists } from '../../domain/desk-list.tsx';
import { RecentGuests } from '../../domain/guest-lists.tsx';
import { TodaysRedemptions } from '../../domain/todays-redemptions.tsx';
import { can, useUser } from '../../session/user.ts';
import { PRODUCT } from '../../ui/page-title.ts';
import { Page } from '../../ui/page.tsx';
import { DeskSearchBox } from './desk-search-box.tsx';
import { DeskHotelPicker } from '../../domain/desk-hotel-picker.tsx';
import { RecentVisits } from './recent-visits.tsx';
import { needsHotelChoice, useSaleContext } from '../../domain/use-sale-context.ts';
import { HotelPrompt } from '../../domain/hotel-prompt.tsx';

const REDEEM_PATH = '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}';
const VISIT_PATH = '/finance/visit/quick';

interface FrontDeskStartProps {
  /** The day of the hotel, once it is chosen. */
  readonly renderDay: (hotelId: number) => ReactNode;
}

/**
 * Start page of an outlet: the box for anything a guest presents, the actions of this front desk, the day of its hotel
 * and the user's entries of today.
 */
export function FrontDeskStart({ renderDay }: FrontDeskStartProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useUser()?.displayName ?? '';
  const saleContext = useSaleContext();
  const canRedeem = can(permission('STORE', resources.voucher_redeem.permission));
  const canPostVisits = can(permission('STORE', resources.visit.permission));
  const needsHotel = needsHotelChoice(saleContext);
  return (
    <Page
      title={t`Dashboard`}
      heading={t`Welcome to ${PRODUCT}, ${name}`}
      aside={!needsHotel && <DeskHotelPicker saleContext={saleContext} />}
      boxed
    >
      {needsHotel ? (
        <HotelPrompt saleContext={saleContext} />
      ) : (
        <DeskSearchBox
          acceptsVouchers={canRedeem}
          deskLookup={null}
          isReady={saleContext.hotel !== null}
          onSearch={(q) =>
            void (canRedeem
              ? navigate({ to: REDEEM_PATH, search: { q } })
              : navigate({ to: VISIT_PATH, search: { q } }))
          }
        />
      )}
      <nav aria-label={t`Every day`} className="mt-6 grid gap-3 @xl:grid-cols-2">
        {canRedeem && (
          <BigLink to={REDEEM_PATH} icon={<TicketCheck size={28} />} title={<Trans>Redeem</Trans>}>
            <Trans>Guest voucher</Trans>
          </BigLink>
        )}
        {canPostVisits && (
          <BigLink to={VISIT_PATH} icon={<Utensils size={28} />} title={<Trans>Post a visit</Trans>}>
            <Trans>Guest bill</Trans>
          </BigLink>
        )}
      </nav>
      <div className="reveal-in-order">
        {saleContext.hotel && <div className="mt-6">{renderDay(saleContext.hotel.id)}</div>}
        <DeskLists>
          {canRedeem && (
            <RecentGuests
              onChoose={(id) => void navigate({ to: REDEEM_PATH, params: { member_id: String(id) }, search: {} })}
            />
          )}
          <TodaysRedemptions hotelId={null} />
          <RecentVisits isTodayOnly />
        </DeskLists>
      </div>
    </Page>
  );
}

interface BigLinkProps {
  readonly to: typeof REDEEM_PATH | typeof VISIT_PATH;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function BigLink({ to, icon, title, children }: BigLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-24 items-center gap-4 rounded-lg border border-border bg-surface px-5 py-4 hover:border-accent hover:bg-accent-soft"
    >
      <span
        aria-hidden="true"
        className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-lg font-semibold">{title}</span>
        <span className="block text-muted">{children}</span>
      </span>
    </Link>
  );
}

import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import TicketCheck from 'lucide-react/icons/ticket-check';
import Utensils from 'lucide-react/icons/utensils';
import type { ReactNode } from 'react';
import { DeskLists } from '../desk/desk-list.tsx';
import { LastGuests } from '../desk/guest-lists.tsx';
import { TodaysRedemptions } from '../desk/todays-redemptions.tsx';
import { can, useUser } from '../../session/user.ts';
import { PRODUCT } from '../../ui/page-title.ts';
import { Page } from '../../ui/page.tsx';
import { CounterBox } from './counter-box.tsx';
import { CounterHotel } from './counter-hotel.tsx';
import { LastVisits } from './last-visits.tsx';
import { isNowhere, useCounterPlace } from '../desk/use-counter.ts';
import { WhereAreYou } from './where-are-you.tsx';

const REDEEM = '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}';
const VISIT = '/finance/visit/quick';

/** The first page of an outlet's day: the box for anything that a guest shows, the acts of this counter, and those of today. */
export function CounterStart() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = useUser()?.displayName ?? '';
  const place = useCounterPlace();
  const redeems = can(permission('STORE', resources.voucher_redeem.permission));
  const posts = can(permission('STORE', resources.visit.permission));
  const asks = isNowhere(place);
  return (
    <Page
      title={t`Dashboard`}
      heading={t`Welcome to ${PRODUCT}, ${name}`}
      aside={!asks && <CounterHotel place={place} />}
      boxed
    >
      {asks ? (
        <WhereAreYou place={place} />
      ) : (
        <CounterBox
          withVouchers={redeems}
          asked={null}
          isReady={place.hotel !== null}
          onFind={(q) =>
            void (redeems ? navigate({ to: REDEEM, search: { q } }) : navigate({ to: VISIT, search: { q } }))
          }
        />
      )}
      <nav aria-label={t`Every day`} className="mt-6 grid gap-3 @xl:grid-cols-2">
        {redeems && (
          <BigLink to={REDEEM} icon={<TicketCheck size={28} aria-hidden="true" />} title={<Trans>Redeem</Trans>}>
            <Trans>A voucher of a guest</Trans>
          </BigLink>
        )}
        {posts && (
          <BigLink to={VISIT} icon={<Utensils size={28} aria-hidden="true" />} title={<Trans>Post a visit</Trans>}>
            <Trans>The bill of a guest</Trans>
          </BigLink>
        )}
      </nav>
      <DeskLists>
        {redeems && (
          <LastGuests onGuest={(id) => void navigate({ to: REDEEM, params: { member_id: String(id) }, search: {} })} />
        )}
        <TodaysRedemptions hotelId={null} />
        <LastVisits today />
      </DeskLists>
    </Page>
  );
}

interface BigLinkProps {
  readonly to: typeof REDEEM | typeof VISIT;
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

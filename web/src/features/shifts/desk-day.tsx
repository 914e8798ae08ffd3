import { permission, resources } from '@innkeeper/contract';
import type { ShiftDay } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { formatDate } from '../../format/date.ts';
import { formatPhone } from '../../format/phone.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { can } from '../../session/user.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ForwardArrow } from '../../ui/forward-arrow.tsx';
import { ActivityCard } from './activity-card.tsx';
import { DayCard, DayLine } from './day-card.tsx';
import { DAY_GRID_CLASS, type DayPart, visibleDayParts } from './day-cards.ts';
import { DaySkeletonCards } from './day-skeleton.tsx';
import { dayQuery } from './shift-calls.ts';
import { UnfinishedSalesLink } from './unfinished-sales.tsx';

interface DeskDayProps {
  readonly hotelId: number;
  /** Beside the heading. */
  readonly aside?: ReactNode;
}

/** The day of a hotel at a glance: guests to congratulate and to call, and everyone's entries of today. */
export function DeskDay({ hotelId, aside }: DeskDayProps) {
  const id = useId();
  const { data, error, refetch } = useQuery(dayQuery(hotelId));
  return (
    <section aria-labelledby={id} className="mb-4">
      <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-semibold">
          <Trans>Today</Trans>
        </h2>
        {aside}
        <div className="ml-auto flex flex-wrap gap-x-4 gap-y-1">
          <UnfinishedSalesLink />
          {canHandOver() && (
            <Link
              to="/finance/handover"
              className="touch-line rounded-sm text-sm font-medium text-accent-text hover:underline"
            >
              <Trans>Hand over the shift</Trans>
              <ForwardArrow />
            </Link>
          )}
        </div>
      </div>
      {data ? (
        <div className={DAY_GRID_CLASS}>
          {visibleDayParts().map((part) => (
            <DayPartCard key={part} part={part} shiftDay={data} />
          ))}
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <DaySkeletonCards />
      )}
    </section>
  );
}

const canHandOver = (): boolean =>
  can(
    permission('VIEW', resources.transaction.permission),
    permission('VIEW', resources.voucher_redeem.permission),
    permission('VIEW', resources.visit.permission),
  );

function DayPartCard({ part, shiftDay }: { part: DayPart; shiftDay: ShiftDay }) {
  const { t } = useLingui();
  switch (part) {
    case 'birthdays':
      return <BirthdayCard birthdays={shiftDay.birthdays} />;
    case 'call_backs':
      return <CallBackCard callBacks={shiftDay.call_backs} day={shiftDay.day} />;
    case 'redeemed':
      return (
        <ActivityCard
          title={t`Redeemed`}
          activity={shiftDay.redeemed}
          zone={shiftDay.hotel.time_zone}
          empty={<Trans>No voucher redeemed yet.</Trans>}
        />
      );
    case 'posted':
      return (
        <ActivityCard
          title={t`Posted`}
          activity={shiftDay.posted}
          zone={shiftDay.hotel.time_zone}
          empty={<Trans>No visit posted yet.</Trans>}
        />
      );
    case 'sold':
      return (
        <ActivityCard
          title={t`Sold`}
          activity={shiftDay.sold}
          zone={shiftDay.hotel.time_zone}
          empty={<Trans>Nothing sold yet.</Trans>}
        />
      );
  }
}

/** Link to the call lists, for a list without guests and for the guests that are not shown. */
const CallListLink = ({ list, children }: { list: string; children: ReactNode }) => (
  <Link
    to="/company/work-list/{-$key}"
    params={{ key: list }}
    className="touch-line rounded-sm font-medium text-accent-text hover:underline"
  >
    {children}
    <ForwardArrow />
  </Link>
);

function BirthdayCard({ birthdays }: Pick<ShiftDay, 'birthdays'>) {
  const { t } = useLingui();
  const { number, guests } = birthdays ?? { number: 0, guests: [] };
  const moreCount = number - guests.length;
  return (
    <DayCard
      title={t`Birthdays`}
      number={number}
      empty={
        <>
          <Trans>No birthday today.</Trans>{' '}
          <CallListLink list="birthday">
            <Trans>Next 7 days</Trans>
          </CallListLink>
        </>
      }
    >
      {guests.map(({ member, membership, turns }) => (
        <DayLine
          key={member.id}
          to={resourcePath('member', member.id)}
          name={member.name}
          detail={`${membership.name} · ${t`turns ${turns}`}`}
        />
      ))}
      {moreCount > 0 && (
        <li className="px-4 py-2 text-sm">
          <CallListLink list="birthday">
            <Trans>{moreCount} more</Trans>
          </CallListLink>
        </li>
      )}
    </DayCard>
  );
}

function CallBackCard({ callBacks, day }: { callBacks: ShiftDay['call_backs']; day: string }) {
  const { t } = useLingui();
  const { number, guests } = callBacks ?? { number: 0, guests: [] };
  const moreCount = number - guests.length;
  return (
    <DayCard
      title={t`Call back`}
      number={number}
      empty={
        <>
          <Trans>Nobody to call back.</Trans>{' '}
          <CallListLink list="renewal">
            <Trans>Call lists</Trans>
          </CallListLink>
        </>
      }
    >
      {guests.map(({ id, member, note, call_back_on }) => {
        const since = formatDate(call_back_on);
        return (
          <DayLine
            key={id}
            to={resourcePath('member', member.id)}
            name={member.name}
            detail={[formatPhone(member.phone_no), call_back_on < day && t`due ${since}`, note]
              .filter(Boolean)
              .join(' · ')}
          />
        );
      })}
      {moreCount > 0 && (
        <li className="px-4 py-2 text-sm text-muted">
          <Trans>{moreCount} more</Trans>
        </li>
      )}
    </DayCard>
  );
}

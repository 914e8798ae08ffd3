import { permission, resources } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { recordPath } from '../engine/form/record-path.ts';
import { can } from '../session/user.ts';
import { Avatar } from '../ui/avatar.tsx';
import { DueText } from './due-text.tsx';
import { callListQuery } from './call-list-calls.ts';
import { DeskList, LoadingDeskList } from './desk-list.tsx';
import { useRecentGuests } from './recent-guests.ts';
import { DigitGroups } from '../ui/digit-groups.tsx';

const { member } = resources;
const MAX_BIRTHDAYS = 6;
const LINE_CLASS = 'flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover';

/** The last guests of this front desk, to continue with. */
export function RecentGuests({ onChoose }: { onChoose: (id: number) => void }) {
  const { guests, isLoading } = useRecentGuests();
  if (isLoading) return <LoadingDeskList />;
  if (guests.length === 0) return null;
  return (
    <DeskList title={<Trans>Recent guests here</Trans>}>
      {guests.map(({ id, name, detail }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)} className={LINE_CLASS}>
            <Avatar name={name} size={32} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{name}</span>
              {detail && (
                <span className="block text-sm break-words text-muted tabular">
                  <DigitGroups number={detail} />
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </DeskList>
  );
}

/** Members with a birthday in the next 7 days: all that the user sees, or the guests of one hotel. */
export function Birthdays({ hotelId }: { hotelId: number | null }) {
  const { data, isLoading } = useQuery({
    ...callListQuery('birthday', {
      hotelId,
      days: null,
      calls: 'all',
      search: '',
      sort: 'urgency',
      isMine: false,
      page: 1,
    }),
    enabled: can(permission('VIEW', member.permission)),
    retry: false,
  });
  if (isLoading) return <LoadingDeskList />;
  const rows = data?.data.slice(0, MAX_BIRTHDAYS) ?? [];
  if (rows.length === 0) return null;
  return (
    <DeskList title={<Trans>Birthdays, next 7 days</Trans>}>
      {rows.map((row) => (
        <li key={row.member.id}>
          <Link to={recordPath(member, row.member.id)} className={LINE_CLASS}>
            <Avatar name={row.member.name} size={32} />
            {/* Without space side by side, the day moves below the name. */}
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-[min(12ch,100%)] flex-1 font-medium break-words">{row.member.name}</span>
              <span className="flex flex-col text-sm">
                <DueText list="birthday" row={row} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </DeskList>
  );
}

import { getResource, permission } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../format/date.ts';
import { readPage } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { DeskList, LoadingDeskList } from '../../domain/desk-list.tsx';
import { can, useUser } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { Money } from '../../session/money.tsx';

const MAX_VISITS = 10;

/** The last visits this user posted, or today's, to review or correct. */
export function RecentVisits({ isTodayOnly = false }: { isTodayOnly?: boolean }) {
  const user = useUser();
  const definition = getResource('visit');
  const userId = user?.id ?? 0;
  const { data, isLoading } = useQuery({
    queryKey: [...queryKeys.of('visit'), 'recent', userId, isTodayOnly],
    queryFn: async ({ signal }) =>
      readPage(
        definition,
        await callApi('visit', {
          query: [
            ['created_by_id', String(userId)],
            ...(isTodayOnly ? [['filter[created_at][preset]', 'today'] as const] : []),
            ['sort', '-id'],
            ['per_page', String(MAX_VISITS)],
          ],
          signal,
        }),
      ),
    enabled: can(permission('VIEW', definition.permission)),
  });
  if (isLoading) return <LoadingDeskList />;
  if (!data || data.rows.length === 0) return null;
  return (
    <DeskList title={isTodayOnly ? <Trans>Posted by you today</Trans> : <Trans>Posted by you</Trans>}>
      {data.rows.map((visit) => (
        <VisitLine key={visit.id} visit={visit} />
      ))}
    </DeskList>
  );
}

function VisitLine({ visit }: { visit: ResourceRecord }) {
  const textOf = (name: string) => (typeof visit[name] === 'string' ? visit[name] : '');
  return (
    <li className="relative px-4 py-2.5 hover:bg-hover">
      <p className="flex items-baseline justify-between gap-x-4 font-medium">
        <Link to={resourcePath('visit', visit.id)} className="min-w-0 break-words after:absolute after:inset-0">
          {nestedAt(visit, 'member')?.name}
        </Link>
        {textOf('grand_total') !== '' && (
          <Money amount={textOf('grand_total')} currency={textOf('currency')} isExact className="shrink-0" />
        )}
      </p>
      <p className="text-sm break-words text-muted tabular">
        {textOf('reference_no')} · {formatDateTime(textOf('visit_date'), textOf('time_zone'))}
      </p>
    </li>
  );
}

import { getResource, permission } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../format/date.ts';
import { readPage } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { DeskList } from './desk-list.tsx';
import { can, useUser } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { Money } from '../../session/money.tsx';

const SHOWN = 10;

/** The last visits this user posted, or today's, to review or correct. */
export function RecentVisits({ today = false }: { today?: boolean }) {
  const user = useUser();
  const d = getResource('visit');
  const userId = user?.id ?? 0;
  const { data } = useQuery({
    queryKey: [...queryKeys.of('visit'), 'last', userId, today],
    queryFn: async ({ signal }) =>
      readPage(
        d,
        await callApi('visit', {
          query: [
            ['created_by_id', String(userId)],
            ...(today ? [['filter[created_at][preset]', 'today'] as const] : []),
            ['sort', '-id'],
            ['per_page', String(SHOWN)],
          ],
          signal,
        }),
      ),
    enabled: can(permission('VIEW', d.permission)),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <DeskList title={today ? <Trans>Posted by you today</Trans> : <Trans>Posted by you</Trans>}>
      {data.rows.map((visit) => (
        <VisitLine key={visit.id} visit={visit} />
      ))}
    </DeskList>
  );
}

function VisitLine({ visit }: { visit: ResourceRecord }) {
  const text = (name: string) => (typeof visit[name] === 'string' ? visit[name] : '');
  return (
    <li className="relative px-4 py-2.5 hover:bg-hover">
      <p className="flex items-baseline justify-between gap-x-4 font-medium">
        <Link to={resourcePath('visit', visit.id)} className="min-w-0 break-words after:absolute after:inset-0">
          {nestedAt(visit, 'member')?.name}
        </Link>
        {text('grand_total') !== '' && (
          <Money amount={text('grand_total')} currency={text('currency')} className="shrink-0" />
        )}
      </p>
      <p className="text-sm break-words text-muted tabular">
        {text('reference_no')} · {formatDateTime(text('visit_date'), text('time_zone'))}
      </p>
    </li>
  );
}

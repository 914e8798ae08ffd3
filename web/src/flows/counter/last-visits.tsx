import { getResource, permission } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../format/date.ts';
import { readPage } from '../../resource/data/envelope.ts';
import { queryKeys } from '../../resource/data/query-keys.ts';
import { type ResourceRecord, nestedAt } from '../../resource/data/record.ts';
import { callApi } from '../../resource/data/transport.ts';
import { can, useUser } from '../../session/user.ts';
import { resourcePath } from '../../shell/resource-path.ts';
import { Money } from '../../ui/money.tsx';

const SHOWN = 10;

/** What this user posted last, to look up or to mend. */
export function LastVisits() {
  const user = useUser();
  const d = getResource('visit');
  const userId = user?.id ?? 0;
  const { data } = useQuery({
    queryKey: [...queryKeys.of('visit'), 'last', userId],
    queryFn: async ({ signal }) =>
      readPage(
        d,
        await callApi('visit', {
          query: [
            ['created_by_id', String(userId)],
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
    <section aria-labelledby="last-visits" className="mt-8">
      <h2 id="last-visits" className="mb-2 font-medium text-muted">
        <Trans>Posted by you</Trans>
      </h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {data.rows.map((visit) => (
          <VisitLine key={visit.id} visit={visit} />
        ))}
      </ul>
    </section>
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
        <Money amount={text('grand_total')} currency={text('currency')} className="shrink-0" />
      </p>
      <p className="text-sm break-words text-muted tabular">
        {text('reference_no')} · {formatDateTime(text('visit_date'))}
      </p>
    </li>
  );
}

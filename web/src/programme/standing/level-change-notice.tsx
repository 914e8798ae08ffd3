import type { Answer } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { ReactNode } from 'react';
import type { FieldNoticeProps } from '../../engine/form/extensions.ts';
import { ask } from '../../session/ask.ts';
import { useStill } from '../../ui/use-still.ts';

type Change = Answer<'GET /api/membership/{id}/level_change'>['data'];

const membershipQuery = (id: number, typed: string) =>
  queryOptions({
    queryKey: ['resource', 'membership', 'level-change', id, typed],
    queryFn: async ({ signal }) =>
      (
        await ask(
          'GET /api/membership/{id}/level_change',
          { path: { id }, query: { min_visit_to_upgrade: typed } },
          { signal },
        )
      ).data,
    retry: false,
  });

const optionQuery = (id: number, typed: string) =>
  queryOptions({
    queryKey: ['resource', 'option_detail', 'level-change', id, typed],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/option_detail/{id}/level_change', { path: { id }, query: { value: typed } }, { signal }))
        .data,
    retry: false,
  });

/** The typed text once typing rests, if it is a whole number other than the saved one. */
function useOther({ name, value, record }: FieldNoticeProps): string | null {
  const typed = useStill(typeof value === 'string' ? value.trim() : '');
  return /^\d{1,9}$/.test(typed) && record !== undefined && typed !== String(record[name]) ? typed : null;
}

/** Tells below the visits to upgrade which members another number would raise, before it is saved. */
export function MembershipLevels(props: FieldNoticeProps) {
  const typed = useOther(props);
  const { data } = useQuery({ ...membershipQuery(props.record?.id ?? 0, typed ?? ''), enabled: typed !== null });
  return <Levels change={typed === null ? undefined : data} />;
}

/** The same below how visits are counted. */
export function CountingLevels(props: FieldNoticeProps) {
  const typed = useOther(props);
  const isCounting = props.record?.['code'] === 'per-day' && typed !== null;
  const { data } = useQuery({ ...optionQuery(props.record?.id ?? 0, typed ?? ''), enabled: isCounting });
  return <Levels change={isCounting ? data : undefined} />;
}

function Levels({ change }: { change: Change | undefined }) {
  return (
    // Listened to from the start, so that an answer is read out.
    <div role="status" className="empty:hidden">
      {change && (
        <div className="mt-0.5 rounded-md bg-info-soft px-3 py-2 text-sm text-info-text">
          <Line {...change.raised}>
            {change.raised.number === 0 ? (
              <Trans>No member would rise.</Trans>
            ) : (
              <Plural
                value={change.raised.number}
                one="# member would rise at once."
                other="# members would rise at once."
              />
            )}
          </Line>
          {change.lowered.number > 0 && (
            <Line {...change.lowered}>
              <Plural
                value={change.lowered.number}
                one="# member would lose the level that visits led to."
                other="# members would lose the level that visits led to."
              />
            </Line>
          )}
        </div>
      )}
    </div>
  );
}

function Line({ number, members, children }: Change['raised'] & { children: ReactNode }) {
  const names = members.map(({ name }) => name).join(', ');
  const others = number - members.length;
  return (
    <div className="flex items-start gap-1.5">
      <TrendingUp size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{children}</p>
        {names !== '' && (
          <p className="text-text">
            {others > 0 ? (
              <Trans>
                {names} and <Plural value={others} one="# other" other="# others" />
              </Trans>
            ) : (
              names
            )}
          </p>
        )}
      </div>
    </div>
  );
}

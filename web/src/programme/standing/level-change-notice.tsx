import { withoutZeros } from '@innkeeper/contract';
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

const countryQuery = (id: number, typed: string) =>
  queryOptions({
    queryKey: ['resource', 'country', 'level-change', id, typed],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/country/{id}/level_change', { path: { id }, query: { visit_minimum: typed } }, { signal }))
        .data,
    retry: false,
  });

const useTyped = ({ value }: FieldNoticeProps): string => useStill(typeof value === 'string' ? value.trim() : '');

/** The typed text once typing rests, if it is a whole number other than the saved one. */
function useOther(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const typed = useTyped(props);
  return /^\d{1,9}$/.test(typed) && record !== undefined && typed !== String(record[name]) ? typed : null;
}

/** The same of an amount, which may be emptied. */
function useOtherAmount(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const typed = useTyped(props);
  const isReadable = typed === '' || /^\d{1,12}(\.\d{1,3})?$/.test(typed);
  const saved = record?.[name];
  const amount = typeof saved === 'string' ? saved : '';
  return isReadable && record !== undefined && withoutZeros(typed) !== withoutZeros(amount) ? typed : null;
}

/** Tells below the visits to upgrade which members another number would raise, before it is saved. */
export function MembershipLevels(props: FieldNoticeProps) {
  const typed = useOther(props);
  const { data } = useQuery({ ...membershipQuery(props.record?.id ?? 0, typed ?? ''), enabled: typed !== null });
  return <Levels change={typed === null ? undefined : data} />;
}

const COUNTING = new Set<unknown>(['per-day', 'per-member', 'by-approval']);

/** The same below the visit minimum of a country. */
export function CountryLevels(props: FieldNoticeProps) {
  const typed = useOtherAmount(props);
  const { data } = useQuery({ ...countryQuery(props.record?.id ?? 0, typed ?? ''), enabled: typed !== null });
  return <Levels change={typed === null ? undefined : data} />;
}

/** The same below how visits are counted, how many of them in a day, and whether free members need an approval. */
export function CountingLevels(props: FieldNoticeProps) {
  const typed = useOther(props);
  const isCounting = COUNTING.has(props.record?.['code']) && typed !== null;
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

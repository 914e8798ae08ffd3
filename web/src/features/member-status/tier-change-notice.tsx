import { withoutZeros } from '@innkeeper/contract';
import type { ResponseBody } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { ReactNode } from 'react';
import type { FieldNoticeProps } from '../../engine/form/extensions.ts';
import { sendRequest } from '../../session/request.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

type Change = ResponseBody<'GET /api/membership/{id}/level_change'>['data'];

const membershipQuery = (id: number, inputText: string) =>
  queryOptions({
    queryKey: ['resource', 'membership', 'level-change', id, inputText],
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          'GET /api/membership/{id}/level_change',
          { path: { id }, query: { min_visit_to_upgrade: inputText } },
          { signal },
        )
      ).data,
    retry: false,
  });

const optionQuery = (id: number, inputText: string) =>
  queryOptions({
    queryKey: ['resource', 'option_detail', 'level-change', id, inputText],
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          'GET /api/option_detail/{id}/level_change',
          { path: { id }, query: { value: inputText } },
          { signal },
        )
      ).data,
    retry: false,
  });

const countryQuery = (id: number, inputText: string) =>
  queryOptions({
    queryKey: ['resource', 'country', 'level-change', id, inputText],
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          'GET /api/country/{id}/level_change',
          { path: { id }, query: { visit_minimum: inputText } },
          { signal },
        )
      ).data,
    retry: false,
  });

const useInputText = ({ value }: FieldNoticeProps): string =>
  useDebouncedValue(typeof value === 'string' ? value.trim() : '');

/** The input once the user pauses typing, if it is a whole number other than the saved one. */
function useChangedNumber(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const inputText = useInputText(props);
  return /^\d{1,9}$/.test(inputText) && record !== undefined && inputText !== String(record[name]) ? inputText : null;
}

/** The same for an amount, which may be empty. */
function useChangedAmount(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const inputText = useInputText(props);
  const isReadable = inputText === '' || /^\d{1,12}(\.\d{1,3})?$/.test(inputText);
  const saved = record?.[name];
  const amount = typeof saved === 'string' ? saved : '';
  return isReadable && record !== undefined && withoutZeros(inputText) !== withoutZeros(amount) ? inputText : null;
}

/** Shows below "visits to upgrade" which members another number would upgrade, before it is saved. */
export function MembershipTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedNumber(props);
  const { data } = useQuery({
    ...membershipQuery(props.record?.id ?? 0, inputText ?? ''),
    enabled: inputText !== null,
  });
  return <Levels change={inputText === null ? undefined : data} />;
}

const COUNTING = new Set<unknown>(['per-day', 'per-member', 'by-approval']);

/** The same below a country's minimum visit amount. */
export function CountryTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedAmount(props);
  const { data } = useQuery({ ...countryQuery(props.record?.id ?? 0, inputText ?? ''), enabled: inputText !== null });
  return <Levels change={inputText === null ? undefined : data} />;
}

/** The same below how visits are counted, how many count per day, and whether free members need an approval. */
export function CountingTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedNumber(props);
  const isCounting = COUNTING.has(props.record?.['code']) && inputText !== null;
  const { data } = useQuery({ ...optionQuery(props.record?.id ?? 0, inputText ?? ''), enabled: isCounting });
  return <Levels change={isCounting ? data : undefined} />;
}

function Levels({ change }: { change: Change | undefined }) {
  return (
    // Rendered from the start, because screen readers only announce changes of an existing live region.
    <div role="status" className="empty:hidden">
      {change && (
        <div className="mt-0.5 rounded-md bg-info-soft px-3 py-2 text-sm text-info-text">
          <Line {...change.raised}>
            {change.raised.number === 0 ? (
              <Trans>No member would be upgraded.</Trans>
            ) : (
              <Plural
                value={change.raised.number}
                one="# member would be upgraded now."
                other="# members would be upgraded now."
              />
            )}
          </Line>
          {change.lowered.number > 0 && (
            <Line {...change.lowered}>
              <Plural
                value={change.lowered.number}
                one="# member would lose the tier earned by visits."
                other="# members would lose the tier earned by visits."
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

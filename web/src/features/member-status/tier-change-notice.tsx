import { trimTrailingZeros } from '@innkeeper/contract';
import type { ResponseBody } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { ReactNode } from 'react';
import type { FieldNoticeProps } from '../../engine/form/extensions.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

type TierChange = ResponseBody<'GET /api/membership/{id}/level_change'>['data'];

const useInputText = ({ value }: FieldNoticeProps): string =>
  useDebouncedValue(typeof value === 'string' ? value.trim() : '');

/** The input once the user pauses typing, if it is a whole number other than the saved one. */
function useChangedNumber(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const inputText = useInputText(props);
  return /^\d{1,9}$/.test(inputText) && record !== undefined && inputText !== String(record[name]) ? inputText : null;
}

/** Like `useChangedNumber`, for an amount, which may be empty. */
function useChangedAmount(props: FieldNoticeProps): string | null {
  const { name, record } = props;
  const inputText = useInputText(props);
  const isValidAmount = inputText === '' || /^\d{1,12}(\.\d{1,3})?$/.test(inputText);
  const savedValue = record?.[name];
  const savedAmount = typeof savedValue === 'string' ? savedValue : '';
  return isValidAmount && record !== undefined && trimTrailingZeros(inputText) !== trimTrailingZeros(savedAmount)
    ? inputText
    : null;
}

/** Shows below "visits to upgrade" which members another number would upgrade, before it is saved. */
export function MembershipTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedNumber(props);
  const request = { path: { id: props.record?.id ?? 0 }, query: { min_visit_to_upgrade: inputText ?? '' } };
  const query = callQuery('GET /api/membership/{id}/level_change', request);
  const { data } = useQuery({ ...query, enabled: inputText !== null, retry: false });
  return <TierChangeStatus change={inputText === null ? undefined : data} />;
}

const COUNTING_OPTIONS = new Set<unknown>(['per-day', 'per-member', 'by-approval']);

/** The same below a country's minimum visit amount. */
export function CountryTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedAmount(props);
  const request = { path: { id: props.record?.id ?? 0 }, query: { visit_minimum: inputText ?? '' } };
  const query = callQuery('GET /api/country/{id}/level_change', request);
  const { data } = useQuery({ ...query, enabled: inputText !== null, retry: false });
  return <TierChangeStatus change={inputText === null ? undefined : data} />;
}

/** The same below how visits are counted, how many count per day, and whether free members need an approval. */
export function CountingTierNotice(props: FieldNoticeProps) {
  const inputText = useChangedNumber(props);
  const isCounting = COUNTING_OPTIONS.has(props.record?.['code']) && inputText !== null;
  const request = { path: { id: props.record?.id ?? 0 }, query: { value: inputText ?? '' } };
  const query = callQuery('GET /api/option_detail/{id}/level_change', request);
  const { data } = useQuery({ ...query, enabled: isCounting, retry: false });
  return <TierChangeStatus change={isCounting ? data : undefined} />;
}

function TierChangeStatus({ change }: { change: TierChange | undefined }) {
  return (
    // Rendered from the start, because screen readers only announce changes of an existing live region.
    <div role="status" className="empty:hidden">
      {change && (
        <div className="mt-0.5 rounded-md bg-info-soft px-3 py-2 text-sm text-info-text">
          <TierChangeLine {...change.raised}>
            {change.raised.number === 0 ? (
              <Trans>No member would be upgraded.</Trans>
            ) : (
              <Plural
                value={change.raised.number}
                one="# member would be upgraded now."
                other="# members would be upgraded now."
              />
            )}
          </TierChangeLine>
          {change.lowered.number > 0 && (
            <TierChangeLine {...change.lowered}>
              <Plural
                value={change.lowered.number}
                one="# member would lose the tier earned by visits."
                other="# members would lose the tier earned by visits."
              />
            </TierChangeLine>
          )}
        </div>
      )}
    </div>
  );
}

function TierChangeLine({ number, members, children }: TierChange['raised'] & { children: ReactNode }) {
  const names = members.map(({ name }) => name).join(', ');
  const otherCount = number - members.length;
  return (
    <div className="flex items-start gap-1.5">
      <TrendingUp size={15} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{children}</p>
        {names !== '' && (
          <p className="text-text">
            {otherCount > 0 ? (
              <Trans>
                {names} and <Plural value={otherCount} one="# other" other="# others" />
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

import { type Field, getResource, permission } from '@innkeeper/contract';
import type { SearchAnswer } from '@innkeeper/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/use-label.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';
import { can } from '../../session/user.ts';
import { QUICK_PAUSE } from '../../ui/use-pause.ts';
import { useStill } from '../../ui/use-still.ts';

/** The server finds nothing for less. */
const SHORTEST = 2;
const NOTHING: SearchAnswer = { members: [], vouchers: [] };

export interface RecordSearch extends SearchAnswer {
  /** The text was long enough to be asked for. */
  readonly isAsked: boolean;
  /** The records found answer an earlier text: they may be seen, not chosen. */
  readonly isLate: boolean;
  /** Why there is no answer; null where there is one, or may still be. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Whether the user may find anything at all; the server asks it again. */
const mayFind = (): boolean =>
  can(
    permission('VIEW', 'SEARCH'),
    permission('VIEW', getResource('member').permission),
    permission('VIEW', getResource('member_voucher').permission),
    permission('STORE', getResource('voucher_redeem').permission),
  );

/** The members and vouchers that a text finds on the server, once the typing pauses. Only the answer to the last question counts; earlier ones are given up. */
export function useRecordSearch(typed: string): RecordSearch {
  const text = typed.trim();
  const language = useLanguage();
  const still = useStill(text, QUICK_PAUSE);
  const isAsked = text.length >= SHORTEST && mayFind();
  const { data, isPlaceholderData, isFetching, error, refetch } = useQuery({
    // The language is part of it: why something cannot be done is in the words of the server.
    queryKey: [...queryKeys.of('member'), 'search', still, language],
    queryFn: async ({ signal }) => (await ask('GET /api/search', { query: { q: still } }, { signal })).data,
    enabled: isAsked && still.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  if (!isAsked) return { ...NOTHING, isAsked, isLate: false, error: null, retry };
  const isLate = still !== text || isPlaceholderData || (isFetching && data === undefined);
  return { ...(data ?? NOTHING), isAsked, isLate, error: isLate ? null : error, retry };
}

/** A standing of a member, or a state of a voucher, as the definition names it. */
export function choiceOf(key: 'member' | 'member_voucher', field: string, value: string) {
  const known: Field | undefined = getResource(key).fields[field];
  return known?.kind === 'choice' ? known.choices.find((choice) => choice.value === value) : undefined;
}

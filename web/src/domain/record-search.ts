import { type Field, getResource, permission } from '@innkeeper/contract';
import type { SearchResponse } from '@innkeeper/contract/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../engine/data/call-query.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { can } from '../session/user.ts';
import { SHORT_DELAY } from '../ui/use-debounce.ts';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';

/** The server returns nothing for shorter texts. */
const MIN_SEARCH_LENGTH = 2;
const EMPTY_RESULT: SearchResponse = { members: [], vouchers: [] };

export interface RecordSearch extends SearchResponse {
  /** True if the text is long enough to search for. */
  readonly isRequested: boolean;
  /** The results belong to an earlier text: they are shown but cannot be chosen. */
  readonly isStale: boolean;
  /** Why the search failed; null if it succeeded or is still running. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Whether the user may search at all; the server checks it again. */
const canSearch = (): boolean =>
  can(
    permission('VIEW', 'SEARCH'),
    permission('VIEW', getResource('member').permission),
    permission('VIEW', getResource('member_voucher').permission),
    permission('STORE', getResource('voucher_redeem').permission),
  );

/** Searches members and vouchers on the server once the user pauses typing. Earlier requests are cancelled. */
export function useRecordSearch(searchText: string): RecordSearch {
  const text = searchText.trim();
  const language = useLanguage();
  const debouncedText = useDebouncedValue(text, SHORT_DELAY);
  const isRequested = text.length >= MIN_SEARCH_LENGTH && canSearch();
  const { data, isPlaceholderData, isFetching, error, refetch } = useQuery({
    // The key contains the language because the server's reasons are translated.
    ...callQuery('GET /api/search', { query: { q: debouncedText } }, language),
    enabled: isRequested && debouncedText.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  if (!isRequested) return { ...EMPTY_RESULT, isRequested, isStale: false, error: null, retry };
  const isStale = debouncedText !== text || isPlaceholderData || (isFetching && data === undefined);
  return { ...(data ?? EMPTY_RESULT), isRequested, isStale, error: isStale ? null : error, retry };
}

/** The choice of a member's status or a voucher's state, as the definition names it. */
export function choiceOf(key: 'member' | 'member_voucher', field: string, value: string) {
  const definition: Field | undefined = getResource(key).fields[field];
  return definition?.kind === 'choice' ? definition.choices.find((choice) => choice.value === value) : undefined;
}

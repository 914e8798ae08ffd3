import type { ChoiceItem } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { choicesQuery, cacheChoice } from '../data/choices.ts';
import { type ChoiceSource, listValues } from '../data/column-filter.ts';
import { useTypedInput } from './use-typed-input.ts';

interface ChoiceChecklistProps {
  source: ChoiceSource;
  /** Comma-separated ids. */
  value: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A multiple choice of records, searched on the server page by page. */
export function ChoiceChecklist({ source, value, autoFocus, onChange }: ChoiceChecklistProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const selectedIds = listValues(value);
  const [query, setQuery] = useState({ search: '', pages: 1 });
  const typedInput = useTypedInput(query.search, (search) => setQuery({ search: search.trim(), pages: 1 }));
  const pages = useQueries({
    queries: Array.from({ length: query.pages }, (_, index) =>
      choicesQuery(source.resource, { search: query.search, slug: source.slug, page: index + 1 }),
    ),
  });
  const selectedRecords = useQueries({
    queries: selectedIds.map((id) => choicesQuery(source.resource, { id: Number(id) })),
  }).flatMap((q) => q.data?.items ?? []);
  const matches = pages.flatMap((p) => p.data?.items ?? []);
  const total = pages.at(-1)?.data?.total ?? matches.length;
  // Selected records remain visible even if they do not match the search.
  const items =
    query.search === '' ? [...selectedRecords.filter((c) => !matches.some((f) => f.id === c.id)), ...matches] : matches;
  const isWaiting = pages.some((p) => p.isPending);
  const failedPage = pages.find((p) => p.isError);

  const toggle = (item: ChoiceItem) => {
    cacheChoice(client, source.resource, item);
    const id = String(item.id);
    onChange(
      (selectedIds.includes(id) ? selectedIds.filter((otherId) => otherId !== id) : [...selectedIds, id]).join(','),
    );
  };
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        type="search"
        aria-label={t`Search`}
        placeholder={t`Search`}
        autoFocus={autoFocus}
        autoComplete="off"
        value={typedInput.value}
        onValueChange={typedInput.set}
        onKeyDown={(event) => event.key === 'Enter' && typedInput.flush()}
      />
      <ul aria-busy={isWaiting} className="-mx-1 flex max-h-64 min-h-24 flex-col overflow-y-auto">
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox
              className="w-full rounded-sm px-1 hover:bg-hover"
              checked={selectedIds.includes(String(item.id))}
              onCheckedChange={() => toggle(item)}
              label={
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className="truncate">{item.name}</span>
                  {item.code && <span className="text-xs text-faint">{item.code}</span>}
                </span>
              }
            />
          </li>
        ))}
        {isWaiting && [1, 2, 3].map((line) => <Skeleton key={line} className="m-1.5 h-4 w-3/4" />)}
        {failedPage && (
          <li className="p-1 text-sm text-danger-text">
            {failedPage.error.message}{' '}
            <button type="button" className="underline" onClick={() => void failedPage.refetch()}>
              <Trans>Try again</Trans>
            </button>
          </li>
        )}
        {!isWaiting && !failedPage && items.length === 0 && (
          <li className="p-1 text-sm text-muted">
            <Trans>No results..</Trans>
          </li>
        )}
        {!isWaiting && matches.length < total && (
          <li>
            <Button size="small" variant="ghost" onClick={() => setQuery({ ...query, pages: query.pages + 1 })}>
              <Trans>Show more</Trans>
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}

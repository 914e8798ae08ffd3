import type { ChoiceItem } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { choices, cacheChoice } from '../data/choices.ts';
import { type ChoiceSource, listValues } from './column-filter.ts';
import { useTyping } from './use-typing.ts';

interface ChoiceChecklistProps {
  source: ChoiceSource;
  /** Comma-separated ids. */
  value: string;
  /** Only one can be selected: another one replaces it. */
  isSingle?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A multiple choice of records, searched on the server page by page. */
export function ChoiceChecklist({ source, value, isSingle = false, autoFocus, onChange }: ChoiceChecklistProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const chosen = listValues(value);
  const [requested, setRequested] = useState({ search: '', pages: 1 });
  const typing = useTyping(requested.search, (search) => setRequested({ search: search.trim(), pages: 1 }));
  const pages = useQueries({
    queries: Array.from({ length: requested.pages }, (_, at) =>
      choices(source.resource, { search: requested.search, slug: source.slug, page: at + 1 }),
    ),
  });
  const chosenRecords = useQueries({
    queries: chosen.map((id) => choices(source.resource, { id: Number(id) })),
  }).flatMap((q) => q.data?.items ?? []);
  const found = pages.flatMap((p) => p.data?.items ?? []);
  const total = pages.at(-1)?.data?.total ?? found.length;
  // Selected records remain visible even if they do not match the search.
  const items =
    requested.search === '' ? [...chosenRecords.filter((c) => !found.some((f) => f.id === c.id)), ...found] : found;
  const isWaiting = pages.some((p) => p.isPending);
  const failed = pages.find((p) => p.isError);

  const toggle = (item: ChoiceItem) => {
    cacheChoice(client, source.resource, item);
    const id = String(item.id);
    if (isSingle) {
      onChange(chosen.includes(id) ? '' : id);
      return;
    }
    onChange((chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]).join(','));
  };
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        type="search"
        aria-label={t`Search`}
        placeholder={t`Search`}
        autoFocus={autoFocus}
        autoComplete="off"
        value={typing.value}
        onValueChange={typing.set}
        onKeyDown={(event) => event.key === 'Enter' && typing.flush()}
      />
      <ul aria-busy={isWaiting} className="-mx-1 flex max-h-64 min-h-24 flex-col overflow-y-auto">
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox
              className="w-full rounded-sm px-1 hover:bg-hover"
              checked={chosen.includes(String(item.id))}
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
        {failed && (
          <li className="p-1 text-sm text-danger-text">
            {failed.error.message}{' '}
            <button type="button" className="underline" onClick={() => void failed.refetch()}>
              <Trans>Try again</Trans>
            </button>
          </li>
        )}
        {!isWaiting && !failed && items.length === 0 && (
          <li className="p-1 text-sm text-muted">
            <Trans>No results..</Trans>
          </li>
        )}
        {!isWaiting && found.length < total && (
          <li>
            <Button
              size="small"
              variant="ghost"
              onClick={() => setRequested({ ...requested, pages: requested.pages + 1 })}
            >
              <Trans>Show more</Trans>
            </Button>
          </li>
        )}
      </ul>
    </div>
  );
}

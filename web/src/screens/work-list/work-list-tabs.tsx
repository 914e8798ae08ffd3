import { type WorkListCount, type WorkListKey, resources } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';

const { work_list: lists } = resources.member_call.fields;

interface WorkListTabsProps {
  readonly list: WorkListKey;
  readonly counts: readonly WorkListCount[] | undefined;
  /** The one question that goes along to another list. */
  readonly hotelId: number | null;
}

/** The lists, each a page of its own, with how many wait there. */
export function WorkListTabs({ list, counts, hotelId }: WorkListTabsProps) {
  const { t } = useLingui();
  const label = useLabel();
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    own.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list]);
  return (
    <nav
      ref={own}
      aria-label={t`Work lists`}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-border max-sm:-mx-4 max-sm:px-4"
    >
      {lists.choices.map(({ value, label: name }) => {
        const count = counts?.find(({ key }) => key === value);
        const isCurrent = value === list;
        return (
          <Link
            key={value}
            to="/company/work-list/{-$key}"
            params={{ key: value }}
            search={hotelId === null ? {} : { hotel_id: hotelId }}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              'flex h-(--control) shrink-0 items-center gap-1.5 rounded-t-md border-b-2 px-3 text-base font-medium whitespace-nowrap focus-visible:-outline-offset-2',
              isCurrent ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {label(name)}
            <span className="min-w-6 rounded-full bg-sunken px-1.5 text-center text-xs text-muted tabular">
              {count ? `${formatNumber(count.total)}${count.is_more ? '+' : ''}` : ' '}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

import { type CallListKey, resources } from '@innkeeper/contract';
import type { CallListCount } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { TabCount, TabStrip, tabClass } from '../../ui/tab-strip.tsx';

const { work_list: listField } = resources.member_call.fields;

interface CallListTabsProps {
  readonly list: CallListKey;
  readonly counts: readonly CallListCount[] | undefined;
  /** The only part of the query that is kept when switching lists. */
  readonly hotelId: number | null;
}

/** The lists as tabs, each with its own page and its number of members. */
export function CallListTabs({ list, counts, hotelId }: CallListTabsProps) {
  const { t } = useLingui();
  const label = useLabel();
  return (
    <TabStrip label={t`Call lists`} current={list}>
      {listField.choices.map(({ value, label: name }) => {
        const count = counts?.find(({ key }) => key === value);
        const isCurrent = value === list;
        return (
          <Link
            key={value}
            to="/company/work-list/{-$key}"
            params={{ key: value }}
            search={hotelId === null ? {} : { hotel_id: hotelId }}
            aria-current={isCurrent ? 'page' : undefined}
            className={tabClass(isCurrent)}
          >
            {label(name)}
            <TabCount>{count && `${formatNumber(count.total)}${count.is_more ? '+' : ''}`}</TabCount>
          </Link>
        );
      })}
    </TabStrip>
  );
}

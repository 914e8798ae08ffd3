import { type WorkListKey, resources } from '@innkeeper/contract';
import type { WorkListCount } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { TabCount, TabStrip, tabClass } from '../../ui/tab-strip.tsx';

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
  return (
    <TabStrip label={t`Work lists`} current={list}>
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

import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { formatNumber } from '../../format/number.ts';
import { TabCount, TabStrip, tabClass } from '../../ui/tab-strip.tsx';
import { listQuery } from '../data/queries.ts';
import { toListQuery } from './list-request.ts';
import { START, writeListState } from '../data/list-state.ts';
import { ownQuery } from './use-own-total.ts';
import { fromViewState, isDefaultList } from './view-state.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

/** Maximum number of views with a count; the menu contains the others. */
const MAX_TABS = 8;

/** Otherwise a link without parameters would be active for every address of the page. */
const EXACT = { exact: true } as const;

/**
 * Tabs for the default list and each view, with their record counts at the user's hotels. Empty if there are no views.
 */
export function ViewTabs({ isReady }: { isReady: boolean }) {
  const handle = use(ViewsContext);
  return handle?.views?.length ? <Tabs handle={handle} isReady={isReady} /> : null;
}

function Tabs({ handle, isReady }: { handle: ViewsHandle; isReady: boolean }) {
  const { t } = useLingui();
  const { definition: d, state, chosen, isChanged, views = [] } = handle;
  const tabs = views.slice(0, MAX_TABS);
  const counts = useQueries({
    queries: [START, ...tabs.map((view) => fromViewState(d, view))].map((listed) => ({
      ...listQuery(d, ownQuery(d, toListQuery(listed, {}))),
      // Load the list first. Skip reports, whose queries are expensive.
      enabled: isReady && !d.run,
    })),
  });
  const countOf = (at: number): string | undefined => {
    const meta = counts[at]?.data?.meta;
    return meta && `${formatNumber(meta.total)}${meta.total_is_estimate ? '+' : ''}`;
  };
  return (
    <TabStrip label={t`Views`} current={chosen?.id ?? null}>
      <Link
        to="."
        search={{}}
        activeOptions={EXACT}
        resetScroll={false}
        aria-current={isDefaultList(d, state) ? 'page' : undefined}
        className={tabClass(isDefaultList(d, state))}
      >
        {t`All`}
        <TabCount>{countOf(0)}</TabCount>
      </Link>
      {tabs.map((view, at) => (
        <Link
          key={view.id}
          to="."
          search={writeListState(d, fromViewState(d, view))}
          activeOptions={EXACT}
          resetScroll={false}
          aria-current={view.id === chosen?.id ? 'page' : undefined}
          className={tabClass(view.id === chosen?.id)}
        >
          <span className="max-w-48 truncate">{view.name}</span>
          {isChanged && view.id === chosen?.id && (
            <span role="img" aria-label={t`changed`} className="size-1.5 shrink-0 rounded-full bg-accent" />
          )}
          <TabCount>{countOf(at + 1)}</TabCount>
        </Link>
      ))}
    </TabStrip>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { formatNumber } from '../../format/number.ts';
import { TabCount, TabStrip, TabStripSpace, tabClass } from '../../ui/tab-strip.tsx';
import { listQuery } from '../data/queries.ts';
import { toListQuery } from './list-request.ts';
import { defaultListState, toListSearch } from '../data/list-state.ts';
import { ownQuery } from './use-own-total.ts';
import { fromViewState, isDefaultList } from './view-state.ts';
import { hadTabs, rememberTabs } from './remembered-tabs.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

/** Maximum number of views with a count; the menu contains the others. */
const MAX_TABS = 8;

/** By default a link without parameters is active for every URL of the page. */
const EXACT_MATCH = { exact: true } as const;

/**
 * Tabs for the default list and each view, with their record counts at the user's hotels. Empty if there are no views.
 * While they load, a list that had tabs at the last visit reserves their space, so that nothing moves.
 */
export function ViewTabs({ isReady }: { isReady: boolean }) {
  const handle = use(ViewsContext);
  const key = handle?.definition.key ?? '';
  const count = handle?.views?.length;
  useEffect(() => {
    if (count !== undefined) rememberTabs(localStorage, key, count > 0);
  }, [key, count]);
  if (!handle) return null;
  if (count === undefined) return hadTabs(localStorage, key) ? <TabStripSpace /> : null;
  return count === 0 ? null : <ViewTabStrip handle={handle} isReady={isReady} />;
}

function ViewTabStrip({ handle, isReady }: { handle: ViewsHandle; isReady: boolean }) {
  const { t } = useLingui();
  const { definition, state, chosenView, isChanged, views = [] } = handle;
  const tabs = views.slice(0, MAX_TABS);
  const counts = useQueries({
    queries: [defaultListState(definition), ...tabs.map((view) => fromViewState(definition, view))].map(
      (listState) => ({
        ...listQuery(definition, ownQuery(definition, toListQuery(listState, {}))),
        // Load the list first. Skip reports, whose queries are expensive.
        enabled: isReady && !definition.runPath,
      }),
    ),
  });
  const countText = (index: number): string | undefined => {
    const meta = counts[index]?.data?.meta;
    return meta && `${formatNumber(meta.total)}${meta.total_is_estimate ? '+' : ''}`;
  };
  return (
    <TabStrip label={t`Views`} current={chosenView?.id ?? null}>
      <Link
        to="."
        search={{}}
        activeOptions={EXACT_MATCH}
        resetScroll={false}
        aria-current={isDefaultList(definition, state) ? 'page' : undefined}
        className={tabClass(isDefaultList(definition, state))}
      >
        {definition.opening ? t`Default view` : t`All`}
        <TabCount>{countText(0)}</TabCount>
      </Link>
      {tabs.map((view, index) => (
        <Link
          key={view.id}
          to="."
          search={toListSearch(definition, fromViewState(definition, view))}
          activeOptions={EXACT_MATCH}
          resetScroll={false}
          aria-current={view.id === chosenView?.id ? 'page' : undefined}
          className={tabClass(view.id === chosenView?.id)}
        >
          <span className="max-w-48 truncate">{view.name}</span>
          {isChanged && view.id === chosenView?.id && (
            <span role="img" aria-label={t`changed`} className="size-1.5 shrink-0 rounded-full bg-accent" />
          )}
          <TabCount>{countText(index + 1)}</TabCount>
        </Link>
      ))}
    </TabStrip>
  );
}

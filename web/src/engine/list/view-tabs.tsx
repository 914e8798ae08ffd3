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
import { fromViewState, isUsualList } from './view-state.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

/** So many views are counted; further ones stand in the menu. */
const MOST = 8;

/** Otherwise a link without parameters would be that of every address of the page. */
const EXACT = { exact: true } as const;

/** The list as usual and each of its views, with how many records of the user's hotels they show; nothing where there is no view. */
export function ViewTabs({ isReady }: { isReady: boolean }) {
  const handle = use(ViewsContext);
  return handle?.views?.length ? <Tabs handle={handle} isReady={isReady} /> : null;
}

function Tabs({ handle, isReady }: { handle: ViewsHandle; isReady: boolean }) {
  const { t } = useLingui();
  const { definition: d, state, chosen, isChanged, views = [] } = handle;
  const tabs = views.slice(0, MOST);
  const counts = useQueries({
    queries: [START, ...tabs.map((view) => fromViewState(d, view))].map((listed) => ({
      ...listQuery(d, ownQuery(d, toListQuery(listed, {}))),
      // The list itself comes first; and a report is no light question.
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
        aria-current={isUsualList(d, state) ? 'page' : undefined}
        className={tabClass(isUsualList(d, state))}
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

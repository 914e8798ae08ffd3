import { type ResourceDefinition, type ResourceKey, getResource } from '@innkeeper/contract';
import { useLabel } from '../../i18n/use-label.ts';
import { Page } from '../../ui/page.tsx';
import { type ListFrame, ListView } from './list-view.tsx';
import { type ListStateHandle, useAddressState } from './use-list-state.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useViews } from './use-views.ts';
import { ViewMenu } from './view-menu.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { ViewsContext } from './views-context.ts';

const NOTHING_FIXED = {};

/**
 * The list page of a resource, with its state in the address. `opened` is the record, or `new`, whose dialog is open
 * initially.
 */
export function ResourceListPage({ resource, opened }: { resource: ResourceKey; opened?: string }) {
  const d: ResourceDefinition = getResource(resource);
  const state = useAddressState(d);
  return (
    <ListView definition={d} state={state} fixed={NOTHING_FIXED} embedded={false} opened={opened}>
      {(frame) => <ListPageFrame definition={d} state={state} frame={frame} />}
    </ListView>
  );
}

function ListPageFrame({
  definition: d,
  state,
  frame: { count, action, columns, list },
}: {
  definition: ResourceDefinition;
  state: ListStateHandle;
  frame: ListFrame;
}) {
  const label = useLabel();
  const phone = usePhone();
  return (
    <ViewsContext value={useViews(d, state, columns)}>
      <Page
        title={label(d.labels)}
        fill={!phone}
        aside={
          <>
            <span className="text-base text-faint tabular">{count}</span>
            <ViewMenu />
          </>
        }
        actions={action}
      >
        <ViewTabs isReady={count !== ''} />
        {list}
      </Page>
    </ViewsContext>
  );
}

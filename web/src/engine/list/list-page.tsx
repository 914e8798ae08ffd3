import { type ResourceDefinition, type ResourceKey, getResource } from '@innkeeper/contract';
import { useLabel } from '../../i18n/use-label.ts';
import { Page } from '../../ui/page.tsx';
import { type ListFrame, ListView } from './list-view.tsx';
import { type ListStateHandle, useUrlListState } from './use-list-state.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useViews } from './use-views.ts';
import { ViewMenu } from './view-menu.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { ViewsContext } from './views-context.ts';

const NO_FIXED_VALUES = {};

/**
 * The list page of a resource; the URL stores its state. `initialRecord` is the record, or `new`, whose dialog is open
 * at first.
 */
export function ResourceListPage({ resource, initialRecord }: { resource: ResourceKey; initialRecord?: string }) {
  const definition: ResourceDefinition = getResource(resource);
  const state = useUrlListState(definition);
  return (
    <ListView
      definition={definition}
      state={state}
      fixed={NO_FIXED_VALUES}
      embedded={false}
      initialRecord={initialRecord}
    >
      {(frame) => <ListPageFrame definition={definition} state={state} frame={frame} />}
    </ListView>
  );
}

function ListPageFrame({
  definition,
  state,
  frame: { count, action, columns, list },
}: {
  definition: ResourceDefinition;
  state: ListStateHandle;
  frame: ListFrame;
}) {
  const label = useLabel();
  const isPhone = usePhone();
  return (
    <ViewsContext value={useViews(definition, state, columns)}>
      <Page
        title={label(definition.labels)}
        fill={!isPhone}
        aside={
          <>
            <ViewMenu />
            {/* Last, and with a width, because it arrives later and may move buttons to the next line. */}
            <span className="min-w-[5ch] text-base text-faint tabular">{count}</span>
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

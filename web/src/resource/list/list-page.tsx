import { type ResourceDefinition, type ResourceKey, getResource } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Plus from 'lucide-react/icons/plus';
import { useLabel } from '../../i18n/use-label.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { type ListFrame, ListView } from './list-view.tsx';
import { type ListStateHandle, useAddressState } from './use-list-state.ts';
import { usePhone } from './use-phone.ts';
import { ViewMenu } from './view-menu.tsx';

const NOTHING_FIXED = {};

/** The list page of a resource, its state in the address. */
export function ResourceListPage({ resource }: { resource: ResourceKey }) {
  const d: ResourceDefinition = getResource(resource);
  const state = useAddressState(d);
  return (
    <ListView definition={d} state={state} fixed={NOTHING_FIXED} embedded={false}>
      {(frame) => <ListPageFrame definition={d} state={state} frame={frame} />}
    </ListView>
  );
}

function ListPageFrame({
  definition: d,
  state,
  frame: { count, create, columns, list },
}: {
  definition: ResourceDefinition;
  state: ListStateHandle;
  frame: ListFrame;
}) {
  const label = useLabel();
  const phone = usePhone();
  const one = label(d.label).toLocaleLowerCase();
  return (
    <Page
      title={label(d.labels)}
      fill={!phone}
      aside={
        <>
          <span className="text-base text-faint tabular">{count}</span>
          <ViewMenu definition={d} state={state} columns={columns} />
        </>
      }
      actions={
        create && (
          <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} aria-keyshortcuts="n" onClick={create}>
            <Trans>New {one}</Trans>
          </Button>
        )
      }
    >
      {list}
    </Page>
  );
}

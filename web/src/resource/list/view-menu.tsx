import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Bookmark from 'lucide-react/icons/bookmark';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { viewsQuery } from '../data/views.ts';
import { writeListState } from './list-state.ts';
import type { ColumnHandle } from './use-columns.ts';
import type { ListStateHandle } from './use-list-state.ts';
import { fromViewState, isShowing, isUsualList } from './view-state.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

const ViewPanel = lazy(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }));

interface ViewMenuProps {
  definition: ResourceDefinition;
  state: ListStateHandle;
  columns: ColumnHandle;
}

/** The views of a list: the button names the one that is on. Opening one is opening an address. */
export function ViewMenu({ definition: d, state: [state], columns }: ViewMenuProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [lastId, setLastId] = useState<number | null>(null);
  const shown = useMemo(() => columns.arranged.flatMap((c) => (c.isShown ? [c.column] : [])), [columns.arranged]);
  const isUsual = isUsualList(d, state);
  // A list as usual is no view of anybody's, so that there is nothing to name.
  const { data: views } = useQuery({ ...viewsQuery(d), enabled: !isUsual });
  const showing = isUsual ? undefined : views?.find((view) => isShowing(d, view, state, shown));
  // A view that was changed is still spoken of, until the list is as usual again.
  const last = isUsual ? null : (showing?.id ?? lastId);
  if (last !== lastId) setLastId(last);
  const chosen = showing ?? views?.find(({ id }) => id === last);
  const handle: ViewsHandle = {
    definition: d,
    state,
    shown,
    views,
    chosen,
    isChanged: chosen !== undefined && chosen !== showing,
    open: (view) => {
      setLastId(view.id);
      void navigate({ to: '.', search: writeListState(d, fromViewState(d, view)), resetScroll: false });
    },
    openUsual: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
  return (
    <ViewsContext value={handle}>
      <MenuButton
        panel={ViewPanel}
        trigger={
          <Button
            variant="ghost"
            size="small"
            className="max-w-60 min-w-0 shrink! text-muted! max-sm:max-w-40"
            icon={<Bookmark size={15} aria-hidden="true" className={chosen ? 'fill-current' : undefined} />}
          >
            <span className={classNames('truncate', !chosen && 'max-sm:sr-only')}>
              {chosen ? chosen.name : <Trans>Views</Trans>}
            </span>
            {handle.isChanged && (
              <span role="img" aria-label={t`changed`} className="size-1.5 shrink-0 rounded-full bg-accent" />
            )}
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      />
    </ViewsContext>
  );
}

import type { SavedView } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import List from 'lucide-react/icons/list';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Save from 'lucide-react/icons/save';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { use } from 'react';
import { isApiError } from '../../session/api-error.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { MenuPanelProps } from '../../ui/menu-button.tsx';
import { MenuChoices, MenuGroup, MenuItem, MenuPanel, MenuSeparator } from '../../ui/menu.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { deleteView, saveView, viewsQuery } from '../data/views.ts';
import { useOpeningView } from './list-settings.ts';
import { openViewDialog } from './view-dialog.tsx';
import { isDefaultList, toViewState } from './view-state.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

const ICON_PROPS = { size: 16 } as const;

/** A menu to open, save, update, share and delete views. */
export function ViewPanel(props: MenuPanelProps) {
  const handle = use(ViewsContext);
  return (
    <MenuPanel {...props} align="start">
      {handle && <ViewMenuItems handle={handle} />}
    </MenuPanel>
  );
}

function ViewMenuItems({ handle }: { handle: ViewsHandle }) {
  const { t } = useLingui();
  const { definition, state, visibleColumns, chosenView, isChanged, open, openDefault } = handle;
  const { data: views, error } = useQuery(viewsQuery(definition));
  const [openingView, setOpeningView] = useOpeningView(definition);
  const getViewState = () => toViewState(definition, state, visibleColumns);
  const chosenName = chosenView?.name ?? '';

  const saveNew = async () => {
    const view = await openViewDialog(definition, null, getViewState());
    if (view) open(view);
  };
  const saveChanges = async (view: SavedView) => {
    const savedView = await saveView(definition, view.id, { state: getViewState() }).catch(showRejection);
    if (!savedView) return;
    const { name } = savedView;
    open(savedView);
    showMessage({ message: t`View ${name} saved.`, variant: 'success' });
  };
  const removeView = async (view: SavedView) => {
    const { name } = view;
    const isConfirmed = await confirm({
      title: t`Delete view ${name}?`,
      message:
        view.shared === 'me'
          ? t`Records aren’t affected.`
          : t`Everyone who uses this view will lose it. Records aren’t affected.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
    if (!isConfirmed) return;
    const isDeleted = await deleteView(definition, view.id).then(() => true, showRejection);
    if (isDeleted) showMessage({ message: t`View ${name} deleted.`, variant: 'success' });
  };

  return (
    <div className="w-64">
      {error ? (
        <p className="px-2 py-1.5 text-sm text-danger-text">{error.message}</p>
      ) : !views ? (
        <div className="flex flex-col gap-2 p-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-28" />
        </div>
      ) : views.length === 0 ? (
        <p className="px-2 py-1.5 text-sm text-muted">
          <Trans>Save filters, sorting and columns as a view.</Trans>
        </p>
      ) : (
        <ViewChoices views={views} chosenView={chosenView} open={open} />
      )}
      <MenuSeparator />
      <MenuItem icon={<List {...ICON_PROPS} />} disabled={isDefaultList(definition, state)} onClick={openDefault}>
        <Trans>Default view</Trans>
      </MenuItem>
      <MenuSeparator />
      {chosenView?.may_change && isChanged && (
        <MenuItem icon={<Save {...ICON_PROPS} />} onClick={() => void saveChanges(chosenView)}>
          <span className="line-clamp-1 break-all">
            <Trans>Save changes to {chosenName}</Trans>
          </span>
        </MenuItem>
      )}
      <MenuItem icon={<Plus {...ICON_PROPS} />} onClick={() => void saveNew()}>
        <Trans>Save as new view…</Trans>
      </MenuItem>
      {chosenView && definition.runPath !== undefined && (
        <MenuItem
          icon={<Star {...ICON_PROPS} />}
          onClick={() => setOpeningView(openingView === chosenView.id ? undefined : chosenView.id)}
        >
          {openingView === chosenView.id ? (
            <Trans>Don’t use as default view</Trans>
          ) : (
            <Trans>Use as default view</Trans>
          )}
        </MenuItem>
      )}
      {chosenView?.may_change && (
        <>
          <MenuItem icon={<Pencil {...ICON_PROPS} />} onClick={() => void openViewDialog(definition, chosenView)}>
            <Trans>Rename or share…</Trans>
          </MenuItem>
          <MenuItem icon={<Trash2 {...ICON_PROPS} />} tone="danger" onClick={() => void removeView(chosenView)}>
            <Trans>Delete view</Trans>
          </MenuItem>
        </>
      )}
    </div>
  );
}

/** All errors other than field errors have already been shown. */
function showRejection(error: unknown): undefined {
  if (!isApiError(error)) throw error;
  if (error.status === 422) showMessage({ message: error.message });
}

function ViewChoices({
  views,
  chosenView,
  open,
}: Pick<ViewsHandle, 'chosenView' | 'open'> & { views: readonly SavedView[] }) {
  const groups = [
    { key: 'mine', label: <Trans>Mine</Trans>, items: views.filter((candidate) => candidate.is_mine) },
    {
      key: 'role_group',
      label: <Trans>Shared with my role group</Trans>,
      items: views.filter((candidate) => !candidate.is_mine && candidate.shared === 'role_group'),
    },
    {
      key: 'everyone',
      label: <Trans>Shared with everyone</Trans>,
      items: views.filter((candidate) => !candidate.is_mine && candidate.shared === 'everyone'),
    },
  ];
  return (
    <div className="max-h-80 overflow-y-auto">
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ key, label, items }) => (
          <MenuGroup key={key} label={label}>
            <MenuChoices
              value={String(chosenView?.id ?? '')}
              onValueChange={(id) => {
                const view = items.find((candidate) => String(candidate.id) === id);
                if (view) open(view);
              }}
              choices={items.map((candidate) => ({
                value: String(candidate.id),
                label: <ViewName view={candidate} />,
              }))}
            />
          </MenuGroup>
        ))}
    </div>
  );
}

function ViewName({ view: { name, is_mine, shared } }: { view: SavedView }) {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-2">
      <span className="line-clamp-2 min-w-0 flex-1 break-words">{name}</span>
      {is_mine && shared !== 'me' && (
        <Users size={14} role="img" aria-label={t`shared`} className="shrink-0 text-faint" />
      )}
    </span>
  );
}

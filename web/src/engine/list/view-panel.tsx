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
import { use, useRef } from 'react';
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

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Selects, saves, updates, shares and deletes views. */
export function ViewPanel(props: MenuPanelProps) {
  const handle = use(ViewsContext);
  const next = useRef<(() => Promise<void>) | null>(null);
  return (
    <MenuPanel
      {...props}
      align="start"
      onClosed={() => {
        void next.current?.();
        next.current = null;
      }}
    >
      {handle && <Lines handle={handle} closeAfter={(work) => (next.current = work)} />}
    </MenuPanel>
  );
}

interface LinesProps {
  handle: ViewsHandle;
  /** Runs after the menu has closed: a dialog takes the focus and returns it to the button. */
  closeAfter: (work: () => Promise<void>) => void;
}

function Lines({ handle, closeAfter }: LinesProps) {
  const { t } = useLingui();
  const { definition: d, state, shown, chosen, isChanged, open, openDefault } = handle;
  const { data: views, error } = useQuery(viewsQuery(d));
  const [opening, setOpeningView] = useOpeningView(d);
  const current = () => toViewState(d, state, shown);
  const chosenName = chosen?.name ?? '';

  const saveNew = async () => {
    const view = await openViewDialog(d, null, current());
    if (view) open(view);
  };
  const saveChanges = async (view: SavedView) => {
    const saved = await saveView(d, view.id, { state: current() }).catch(showRejection);
    if (!saved) return;
    const { name } = saved;
    open(saved);
    showMessage({ message: t`View ${name} saved.`, variant: 'success' });
  };
  const remove = async (view: SavedView) => {
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
    const isDeleted = await deleteView(d, view.id).then(() => true, showRejection);
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
        <Choices views={views} chosen={chosen} open={open} />
      )}
      <MenuSeparator />
      <MenuItem icon={<List {...ICON} />} disabled={isDefaultList(d, state)} onClick={openDefault}>
        <Trans>Default view</Trans>
      </MenuItem>
      <MenuSeparator />
      {chosen?.may_change && isChanged && (
        <MenuItem icon={<Save {...ICON} />} onClick={() => void saveChanges(chosen)}>
          <span className="line-clamp-1 break-all">
            <Trans>Save changes to {chosenName}</Trans>
          </span>
        </MenuItem>
      )}
      <MenuItem icon={<Plus {...ICON} />} onClick={() => closeAfter(saveNew)}>
        <Trans>Save as new view…</Trans>
      </MenuItem>
      {chosen && d.run !== undefined && (
        <MenuItem
          icon={<Star {...ICON} />}
          onClick={() => setOpeningView(opening === chosen.id ? undefined : chosen.id)}
        >
          {opening === chosen.id ? <Trans>Don’t open with this view</Trans> : <Trans>Open with this view</Trans>}
        </MenuItem>
      )}
      {chosen?.may_change && (
        <>
          <MenuItem
            icon={<Pencil {...ICON} />}
            onClick={() => closeAfter(async () => void (await openViewDialog(d, chosen)))}
          >
            <Trans>Rename or share…</Trans>
          </MenuItem>
          <MenuItem icon={<Trash2 {...ICON} />} tone="danger" onClick={() => closeAfter(() => remove(chosen))}>
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

function Choices({ views, chosen, open }: Pick<ViewsHandle, 'chosen' | 'open'> & { views: readonly SavedView[] }) {
  const groups = [
    { key: 'mine', label: <Trans>Mine</Trans>, of: views.filter((v) => v.is_mine) },
    {
      key: 'role_group',
      label: <Trans>Shared with my role group</Trans>,
      of: views.filter((v) => !v.is_mine && v.shared === 'role_group'),
    },
    {
      key: 'everyone',
      label: <Trans>Shared with everyone</Trans>,
      of: views.filter((v) => !v.is_mine && v.shared === 'everyone'),
    },
  ];
  return (
    <div className="max-h-80 overflow-y-auto">
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ key, label, of }) => (
          <MenuGroup key={key} label={label}>
            <MenuChoices
              value={String(chosen?.id ?? '')}
              onValueChange={(id) => {
                const view = of.find((v) => String(v.id) === id);
                if (view) open(view);
              }}
              choices={of.map((v) => ({ value: String(v.id), label: <ViewName view={v} /> }))}
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

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
import { askView } from './view-dialog.tsx';
import { isUsualList, toViewState } from './view-state.ts';
import { ViewsContext, type ViewsHandle } from './views-context.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Chooses a view, and keeps, changes, shares and deletes them. */
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
      {handle && <Lines handle={handle} afterwards={(work) => (next.current = work)} />}
    </MenuPanel>
  );
}

interface LinesProps {
  handle: ViewsHandle;
  /** Does something once the menu is gone: a question takes the focus, and gives it back to the button. */
  afterwards: (work: () => Promise<void>) => void;
}

function Lines({ handle, afterwards }: LinesProps) {
  const { t } = useLingui();
  const { definition: d, state, shown, chosen, isChanged, open, openUsual } = handle;
  const { data: views, error } = useQuery(viewsQuery(d));
  const [opening, openWith] = useOpeningView(d);
  const current = () => toViewState(d, state, shown);
  const chosenName = chosen?.name ?? '';

  const saveNew = async () => {
    const view = await askView(d, null, current());
    if (view) open(view);
  };
  const saveChanges = async (view: SavedView) => {
    const saved = await saveView(d, view.id, { state: current() }).catch(sayRefusal);
    if (!saved) return;
    const { name } = saved;
    open(saved);
    showMessage({ message: t`The view ${name} was saved.`, variant: 'success' });
  };
  const remove = async (view: SavedView) => {
    const { name } = view;
    const sure = await confirm({
      title: t`Delete the view ${name}?`,
      message:
        view.shared === 'me'
          ? t`The records stay as they are.`
          : t`It is gone for everybody who sees it. The records stay as they are.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
    if (!sure) return;
    const isGone = await deleteView(d, view.id).then(() => true, sayRefusal);
    if (isGone) showMessage({ message: t`The view ${name} was deleted.`, variant: 'success' });
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
          <Trans>A view keeps filters, order and columns under a name. There is none yet.</Trans>
        </p>
      ) : (
        <Choices views={views} chosen={chosen} open={open} />
      )}
      <MenuSeparator />
      <MenuItem icon={<List {...ICON} />} disabled={isUsualList(d, state)} onClick={openUsual}>
        <Trans>Usual list</Trans>
      </MenuItem>
      <MenuSeparator />
      {chosen?.may_change && isChanged && (
        <MenuItem icon={<Save {...ICON} />} onClick={() => void saveChanges(chosen)}>
          <span className="line-clamp-1 break-all">
            <Trans>Save changes to {chosenName}</Trans>
          </span>
        </MenuItem>
      )}
      <MenuItem icon={<Plus {...ICON} />} onClick={() => afterwards(saveNew)}>
        <Trans>Save as a new view…</Trans>
      </MenuItem>
      {chosen && d.run !== undefined && (
        <MenuItem icon={<Star {...ICON} />} onClick={() => openWith(opening === chosen.id ? undefined : chosen.id)}>
          {opening === chosen.id ? <Trans>No longer open with this view</Trans> : <Trans>Open with this view</Trans>}
        </MenuItem>
      )}
      {chosen?.may_change && (
        <>
          <MenuItem icon={<Pencil {...ICON} />} onClick={() => afterwards(async () => void (await askView(d, chosen)))}>
            <Trans>Rename or share…</Trans>
          </MenuItem>
          <MenuItem icon={<Trash2 {...ICON} />} tone="danger" onClick={() => afterwards(() => remove(chosen))}>
            <Trans>Delete this view</Trans>
          </MenuItem>
        </>
      )}
    </div>
  );
}

/** Everything but a wrong field has been announced already. */
function sayRefusal(error: unknown): undefined {
  if (!isApiError(error)) throw error;
  if (error.status === 422) showMessage({ message: error.message });
}

function Choices({ views, chosen, open }: Pick<ViewsHandle, 'chosen' | 'open'> & { views: readonly SavedView[] }) {
  const groups = [
    { key: 'mine', label: <Trans>Mine</Trans>, of: views.filter((v) => v.is_mine) },
    {
      key: 'role_group',
      label: <Trans>My role group's</Trans>,
      of: views.filter((v) => !v.is_mine && v.shared === 'role_group'),
    },
    {
      key: 'everyone',
      label: <Trans>Everyone's</Trans>,
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

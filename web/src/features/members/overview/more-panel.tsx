import { permission, resources } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Merge from 'lucide-react/icons/merge';
import Phone from 'lucide-react/icons/phone';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useLanguage } from '../../../i18n/use-label.ts';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { recordQuery } from '../../../engine/data/queries.ts';
import { displayName } from '../../../engine/data/record.ts';
import { queryClient } from '../../../session/query-client.ts';
import { deleteWithConfirmation } from '../../../engine/list/record-actions.tsx';
import { can } from '../../../session/user.ts';
import type { MenuPanelProps } from '../../../ui/menu-button.tsx';
import { MenuItem, MenuPanel, MenuSeparator } from '../../../ui/menu.tsx';
import { canUndoReplacement, undoReplacement } from '../../../domain/undo-replacement.ts';
import { standingQuery } from './overview-calls.ts';
import { canUndoTier, undoTier } from './undo-tier.ts';
import { holdKeys } from '../../../ui/typed-ahead.ts';

const { member } = resources;

/** The less frequent actions on a member. */
export function MorePanel({ id, ...panel }: MenuPanelProps & { id: number }) {
  const { data: record } = useQuery(recordQuery(member, id));
  const { data: standing } = useQuery(standingQuery(id, useLanguage()));
  const canUpdate = can(permission('UPDATE', member.permission));
  const changeTier = () => {
    if (standing) void holdKeys(import('./tier-dialog.tsx')).then(({ openTierDialog }) => openTierDialog(standing));
  };
  const replaceCard = () => {
    const card = standing?.card;
    if (card)
      void holdKeys(import('../../../domain/replace-card-dialog.tsx')).then(({ openReplaceDialog }) =>
        openReplaceDialog(card),
      );
  };
  const undoCardReplacement = () => {
    if (standing?.card) void undoReplacement(standing.card.id);
  };
  const logCall = async () => {
    const { openLogCallDialog } = await holdKeys(import('../../../domain/log-call-dialog.tsx'));
    if (!record) return;
    const [phone_no, email] = [String(record['phone_no']), String(record['email'])];
    const isSaved = await openLogCallDialog(null, {
      member: { id, name: displayName(member, record), phone_no, email },
    });
    if (isSaved) await refreshResources(queryClient);
  };
  return (
    <MenuPanel {...panel}>
      {canUpdate && (
        <MenuItem icon={<ArrowUpDown size={16} />} disabled={!standing?.card?.is_running} onClick={changeTier}>
          <Trans>Set tier…</Trans>
          {standing && !standing.card?.is_running && (
            <span className="block text-xs">
              <Trans>Requires an active card</Trans>
            </span>
          )}
        </MenuItem>
      )}
      {canUpdate && standing && canUndoTier(standing) && (
        <MenuItem icon={<Undo2 size={16} />} onClick={() => void undoTier(standing.member)}>
          <Trans>Undo tier…</Trans>
        </MenuItem>
      )}
      {canUpdate && (
        <MenuItem icon={<RefreshCw size={16} />} disabled={!standing?.card} onClick={replaceCard}>
          <Trans>Replace card…</Trans>
        </MenuItem>
      )}
      {standing?.card && canUndoReplacement(standing.card.id) && (
        <MenuItem icon={<Undo2 size={16} />} onClick={undoCardReplacement}>
          <Trans>Undo replacement…</Trans>
        </MenuItem>
      )}
      {canUpdate && can(permission('DELETE', member.permission)) && (
        <MenuItem
          icon={<Merge size={16} />}
          render={<Link to="/company/member/$id/merge" params={{ id: String(id) }} />}
        >
          <Trans>Merge with…</Trans>
        </MenuItem>
      )}
      {can(permission('STORE', member.permission)) && (
        <MenuItem icon={<Phone size={16} />} onClick={() => void logCall()}>
          <Trans>Log a call…</Trans>
        </MenuItem>
      )}
      {can(permission('DELETE', member.permission)) && (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} />}
            onClick={() => record && void deleteWithConfirmation(member, record)}
          >
            <Trans>Delete…</Trans>
          </MenuItem>
        </>
      )}
    </MenuPanel>
  );
}

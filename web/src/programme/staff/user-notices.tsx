import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useState } from 'react';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { isApiError } from '../../session/api-error.ts';
import { api } from '../../session/api.ts';
import { can, useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';

/** A user's matters for an administrator: a request for access, and the help for a user who lost their second factor. */
export function UserNotices({ record }: RecordPartProps) {
  const user = useUser();
  if (record.deleted_at !== null || !can('UPDATE_USERS')) return null;
  return (
    <>
      {record['role_group_id'] === null && (
        <p role="status" className="mb-4 flex items-center gap-3 rounded-md bg-info-soft px-3 py-2 text-info-text">
          <UserRoundCheck size={18} aria-hidden="true" className="shrink-0" />
          <Trans>
            Asks for access. Choosing a role group below and saving lets them in; deleting the user declines.
          </Trans>
        </p>
      )}
      {record['two_factor'] === 1 && record.id !== user?.id && <TwoFactorRemoval record={record} />}
    </>
  );
}

function TwoFactorRemoval({ record }: Pick<RecordPartProps, 'record'>) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const name = String(record['name']);
  const remove = async () => {
    const isSure = await confirm({
      title: t`Switch off two-factor sign-in?`,
      message: t`Do this only if ${name} has lost both the authenticator app and the recovery codes, and you know that it is really them who asks. All their sessions end; then the password alone lets them in.`,
      confirmLabel: t`Switch off`,
      danger: true,
    });
    if (!isSure) return;
    setPending(true);
    try {
      const { message } = await api<{ message: string }>(`/api/users/${record.id}/two_factor/remove`, { json: {} });
      showMessage({ message, variant: 'success' });
    } catch (error) {
      // It has been shown; the record tells how things stand now.
      if (!isApiError(error)) throw error;
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeys.of('users') });
      setPending(false);
    }
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface px-3 py-2">
      <p className="min-w-48 flex-1 text-muted">
        <Trans>Signs in with a second factor.</Trans>
      </p>
      <Button
        size="small"
        pending={pending}
        icon={<ShieldOff size={14} aria-hidden="true" />}
        onClick={() => void remove()}
      >
        <Trans>Switch off two-factor sign-in</Trans>
      </Button>
    </div>
  );
}

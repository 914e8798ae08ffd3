import { INVITATION_DAYS } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import MailQuestion from 'lucide-react/icons/mail-question-mark';
import Send from 'lucide-react/icons/send';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { tryWrite } from '../../engine/data/mutations.ts';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { formatDateTime } from '../../format/date.ts';
import { api } from '../../session/api.ts';
import { sendRequest } from '../../session/request.ts';
import { can, useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';

/**
 * Notices on a user for administrators: an access request, an invitation that the user has not followed, and help if the
 * user lost their second factor.
 */
export function UserNotices({ record }: RecordPartProps) {
  const user = useUser();
  if (record.deleted_at !== null || !can('UPDATE_USERS')) return null;
  return (
    <>
      {record['role_group_id'] === null && (
        <p role="status" className="mb-4 flex items-center gap-3 rounded-md bg-info-soft px-3 py-2 text-info-text">
          <UserRoundCheck size={18} className="shrink-0" />
          <Trans>Requests access. Select a role group and save to approve, or delete the user to decline.</Trans>
        </p>
      )}
      {typeof record['invited_at'] === 'string' && <OpenInvitation record={record} invitedAt={record['invited_at']} />}
      {record['two_factor'] === 1 && record.id !== user?.id && <TwoFactorRemoval record={record} />}
    </>
  );
}

function OpenInvitation({ record, invitedAt }: Pick<RecordPartProps, 'record'> & { invitedAt: string }) {
  const { t } = useLingui();
  const email = String(record['email']);
  const invite = useMutation({
    mutationFn: () =>
      tryWrite(async () => {
        await sendRequest('POST /api/users/{id}/invite', { path: { id: record.id }, body: {} });
        showMessage({ message: t`Invitation sent to ${email}.`, variant: 'success' });
      }),
  });
  const invitedOn = formatDateTime(invitedAt);
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info-text"
    >
      <MailQuestion size={18} className="shrink-0" />
      <p className="min-w-48 flex-1">
        <Trans>
          Invited on {invitedOn}, not signed in yet. The link in the email works for {INVITATION_DAYS} days.
        </Trans>
      </p>
      <Button size="small" pending={invite.isPending} icon={<Send size={14} />} onClick={() => invite.mutate()}>
        <Trans>Send again</Trans>
      </Button>
    </div>
  );
}

function TwoFactorRemoval({ record }: Pick<RecordPartProps, 'record'>) {
  const { t } = useLingui();
  const name = String(record['name']);
  const remove = useMutation({
    mutationFn: () =>
      tryWrite(async () => {
        const { message } = await api<{ message: string }>(`/api/users/${record.id}/two_factor/remove`, { json: {} });
        showMessage({ message, variant: 'success' });
      }),
  });
  const confirmRemoval = async () => {
    const isConfirmed = await confirm({
      title: t`Turn off two-factor sign-in?`,
      message: t`Only if ${name} has lost both the app and the recovery codes, and you have verified who is asking. All their sessions end; they then sign in with the password alone.`,
      confirmLabel: t`Turn off`,
      danger: true,
    });
    if (isConfirmed) remove.mutate();
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface px-3 py-2">
      <p className="min-w-48 flex-1 text-muted">
        <Trans>Two-factor sign-in is on.</Trans>
      </p>
      <Button
        size="small"
        pending={remove.isPending}
        icon={<ShieldOff size={14} />}
        onClick={() => void confirmRemoval()}
      >
        <Trans>Turn off two-factor sign-in</Trans>
      </Button>
    </div>
  );
}

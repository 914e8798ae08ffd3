import { INVITATION_DAYS, invitationBody, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { recordQuery } from '../../engine/data/queries.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { CallDialog } from '../../engine/form/call-dialog.tsx';
import { openOwnForm } from '../../engine/form/form-dialog.tsx';
import type { WireRecord } from '../../engine/form/form-values.ts';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { assignNewUser } from './assign-new-user.tsx';

/** How the dialog ends: with the invited user, or with the input for the form that also has a password. */
type Outcome = { readonly invitedId: number } | { readonly entered: WireRecord };

/**
 * Creates a user who chooses a password by a mailed link, or by the usual form one whose password the administrator
 * sets. See docs/decisions/0118-invite-users-by-a-mailed-link.md.
 */
export async function inviteUser(defaults?: WireRecord): Promise<ResourceRecord | undefined> {
  const { users } = resources;
  let invitedId: number | undefined;
  const outcome = await openGuardedDialog<Outcome>(
    (onClose) => (
      <CallDialog
        call="POST /api/users/invite"
        title={t`New user`}
        description={
          <Trans>The user gets an email with a link to choose a password, valid for {INVITATION_DAYS} days.</Trans>
        }
        submitLabel={<Trans>Invite by email</Trans>}
        fields={invitationBody}
        {...(defaults && { initial: defaults })}
        preview={(values) => (
          <Button variant="ghost" className="mr-auto -ml-3.5" onClick={() => onClose({ entered: values })}>
            <Trans>Set a password instead</Trans>
          </Button>
        )}
        onSent={({ data }, { email: enteredEmail }) => {
          invitedId = data.id;
          const email = textOf(enteredEmail ?? null);
          showMessage({ message: t`Invitation sent to ${email}.`, variant: 'success' });
        }}
        onClose={() => onClose(invitedId === undefined ? undefined : { invitedId })}
      />
    ),
    { width: '34rem' },
  );
  if (!outcome) return undefined;
  if ('entered' in outcome) return openOwnForm({ definition: users, defaults: outcome.entered });
  const user = await queryClient.fetchQuery(recordQuery(users, outcome.invitedId));
  void assignNewUser(user);
  return user;
}

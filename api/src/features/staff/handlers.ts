import { randomBytes } from 'node:crypto';
import { type Language, resources } from '@innkeeper/contract';
import type { staffCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { assertUsersWithinRights } from '../../access/own-rights.ts';
import { type Handlers, recordResponse } from '../../engine/calls/register.ts';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { createRecord, lockLiveRow, parseRecordId } from '../../engine/resources/write.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { accountTexts } from '../../texts/account.ts';

const { users } = resources;

interface StaffServices extends WorkflowServices {
  /** Whether mails reach their recipients, or are stored on purpose. */
  readonly hasMailServer: boolean;
}

/**
 * Invitations of users. A new user has a random password that nobody knows, and chooses one by the link of a mail.
 * See docs/decisions/0118-invite-users-by-a-mailed-link.md.
 */
export const staffHandlers = (services: StaffServices): Handlers<typeof staffCalls> => ({
  'POST /api/users/invite': async ({ context, timeZone, body, language }) => {
    const write = { context, services, d: users, timeZone };
    const values = { ...body, password: randomBytes(32).toString('base64url'), must_change_password: 1 };
    const id = parseRecordId(await createRecord(write, { isForm: false, values, files: {} }));
    await mailInvitation(context, services, id, language);
    return recordResponse(write, id);
  },

  'POST /api/users/{id}/invite': async ({ context, timeZone, path: { id }, language }) => {
    const write = { context, services, d: users, timeZone };
    const user = await lockLiveRow(write, id, undefined);
    await assertUsersWithinRights(context.tx, context.actor, [id], 'id');
    if (user.invited_at === null) throw apiError('conflict', { message: accountTexts.notInvited });
    if (user.is_active === false) throw apiError('conflict', { message: accountTexts.userInactive });
    await mailInvitation(context, services, id, language);
    return recordResponse(write, id);
  },
});

/** Queues the mail in the language of the inviting user. Links of earlier invitations stop working. */
async function mailInvitation(
  { tx, now }: WriteContext,
  { outbox, hasMailServer }: StaffServices,
  userId: number,
  language: Language,
): Promise<void> {
  if (!hasMailServer) throw apiError('conflict', { message: accountTexts.noMailServer });
  await sql`update users set invited_at = ${now}::timestamptz where id = ${userId}`.execute(tx);
  await sql`delete from password_reset where user_id = ${userId}`.execute(tx);
  await outbox(tx, { letter: 'invitation', userId, language });
}

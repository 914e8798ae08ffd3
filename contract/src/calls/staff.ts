import { z } from 'zod';
import { invitationBody } from '../bodies/staff.ts';
import { users } from '../resources/users.ts';
import { INVITATION_DAYS } from '../rules/invitations.ts';
import { permission } from '../rights/permission.ts';
import { bodyOf } from './body.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { record, text, textOrNull } from './shapes.ts';

const tag = users.labels.en;
const invited = z.strictObject({ data: record('users', { name: text, invited_at: textOrNull }) });

/** Calls by which administrators invite users. */
export const staffCalls = {
  'POST /api/users/invite': {
    name: 'inviteUser',
    tag,
    summary: { en: 'Create a user and mail an invitation', id: 'Buat pengguna dan kirim undangan' },
    description: `Like creating a user, but without a password: the user chooses one by a mailed link, which works once and for ${INVITATION_DAYS} days. Until then \`invited_at\` is set. A 409 without a mail server.`,
    rights: [permission('STORE', users.permission)],
    body: bodyOf(invitationBody),
    response: invited,
    status: 201,
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/users/{id}/invite': {
    name: 'inviteAgain',
    tag,
    summary: { en: 'Mail an invitation again', id: 'Kirim ulang undangan' },
    description: 'The link of the earlier invitation stops working. A 409 once the user has chosen a password.',
    rights: [permission('UPDATE', users.permission)],
    path: { id: pathId(users) },
    body: bodyOf({ fields: {} }),
    response: invited,
    write: 'idempotent',
    rejections: [409],
  },
} satisfies Calls;

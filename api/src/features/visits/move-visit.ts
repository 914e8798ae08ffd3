import { message, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { changeRecord, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';

/**
 * Moves a visit from the wrong member to the right one, who may be any member that was looked up. Adds the reason to the
 * visit's remark. Throws like an update.
 */
export async function moveVisit(
  write: Write,
  id: number,
  { memberId, remark }: { memberId: number; remark: string | null },
  expectedVersion: number | undefined,
): Promise<void> {
  const { context } = write;
  const before = await lockLiveRow(write, id, expectedVersion, { member_id: memberId });
  if (before.member_id === memberId) throw validationError({ member_id: [message('same_member')] });
  await checkReferences(context, write.services.hooksByResource, resources.visit, { member_id: memberId });
  const { rows } = await sql<{ membership_id: number }>`
    select membership_id from member where id = ${memberId} and deleted_at is null for key share`.execute(context.tx);
  const [member] = rows;
  if (!member) throw validationError({ member_id: [message('reference')] });
  const remarks = [before.remark, remark].filter((part) => typeof part === 'string' && part !== '').join('\n');
  if (remarks.length > (resources.visit.fields.remark.max ?? Infinity))
    throw validationError({ remark: [message('max_length', resources.visit.fields.remark.max)] });
  const columns = { member_id: memberId, membership_id: member.membership_id, remark: remarks || null };
  await changeRecord(write, before, columns, ['member_id']);
}

import { message, resources } from '@innkeeper/contract';
import type { integrationMemberCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { getIntegration } from '../../access/actor.ts';
import { UncountedLookups } from '../../access/lookups.ts';
import { type Handlers, JsonText } from '../../engine/calls/register.ts';
import type { HooksByResource, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { parseValues } from '../../engine/resources/values.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { createRecord, parseRecordId } from '../../engine/resources/write.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { withDefaults } from '../../platform/http/body.ts';
import { memberTexts } from '../../texts/members.ts';
import { searchDuplicates } from './duplicates.ts';

const { member } = resources;

/** Guests enrolled by a hotel's own system or a website, under the rules of the console. */
export const integrationMemberHandlers = (services: WorkflowServices): Handlers<typeof integrationMemberCalls> => ({
  'POST /integration/v1/members': async ({ context, timeZone, body, rawBody }) => {
    const { hotel } = getIntegration(context.actor);
    const { reference_no: _, allows_duplicate: __, ...values } = rawBody.values;
    const memberBody = withDefaults({ ...rawBody, values }, { hotel_id: hotel.id, is_active: 1 });
    const input = parseValues(member, memberBody, 'create');
    if (body.reference_no !== null) await assertNotEnrolled(context, body.reference_no);
    await assertNoDuplicate(context, services.hooksByResource, input, body.allows_duplicate === 1);
    const result = await createRecord({ context, services, d: member, timeZone }, memberBody);
    if (body.reference_no !== null) await storeReference(context, body.reference_no, parseRecordId(result));
    return new JsonText(`{"data":${result.data}}`);
  },
});

/**
 * Throws a 409 if a member has one of these values, with the member's id if the actor sees them. Phone and identity
 * number may be shared if the caller says so; an email belongs to one member. As in the console, finding a member of
 * another hotel counts as a lookup.
 */
async function assertNoDuplicate(
  context: WriteContext,
  hooksByResource: HooksByResource,
  input: Values,
  allowsDuplicate: boolean,
): Promise<void> {
  const textOf = (name: string) => (typeof input[name] === 'string' ? input[name] : '');
  const search = {
    email: textOf('email'),
    phone_no: allowsDuplicate ? '' : textOf('phone_no'),
    identity_no: allowsDuplicate ? '' : textOf('identity_no'),
  };
  const { duplicates, lookups } = await searchDuplicates(context.tx, hooksByResource, context, search);
  const lookupKey = `duplicates ${Object.values(search).join(' ')}`;
  const [elsewhereIds] = lookups;
  if (elsewhereIds && !context.lookups.countedNumbers.has(lookupKey))
    throw new UncountedLookups('search', new Map([[lookupKey, elsewhereIds]]), []);
  const liveDuplicates = duplicates.filter(({ deleted_at }) => deleted_at === null);
  if (liveDuplicates.length === 0) return;
  const visibleDuplicate = liveDuplicates.find(({ is_elsewhere }) => !is_elsewhere);
  const matches = new Set(liveDuplicates.flatMap((duplicate) => duplicate.matches));
  throw apiError('conflict', {
    message: memberTexts.alreadyMember,
    errors: Object.fromEntries(
      [...matches].map((name) => [name, [message(name === 'email' ? 'member_has_email' : 'taken')]]),
    ),
    ...(visibleDuplicate && { current: { id: visibleDuplicate.id } }),
  });
}

/** Throws a 409 with the member whom the integration has enrolled under this number, unless deleted since. */
async function assertNotEnrolled({ tx, actor }: WriteContext, referenceNo: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from integration_member e join member m on m.id = e.member_id and m.deleted_at is null
    where e.integration_id = ${getIntegration(actor).id} and e.reference_no = ${referenceNo}`.execute(tx);
  const [enrolled] = rows;
  if (enrolled)
    throw apiError('conflict', {
      message: memberTexts.alreadyEnrolled,
      errors: { reference_no: [message('taken')] },
      current: { id: enrolled.id },
    });
}

/** Of two concurrent calls with one number, the second waits here for the first, and throws a 409. */
async function storeReference(context: WriteContext, referenceNo: string, memberId: number): Promise<void> {
  const { rows } = await sql`
    insert into integration_member (integration_id, reference_no, member_id)
    values (${getIntegration(context.actor).id}, ${referenceNo}, ${memberId})
    on conflict (integration_id, reference_no) do update set member_id = excluded.member_id
      where exists (select from member m where m.id = integration_member.member_id and m.deleted_at is not null)
    returning member_id`.execute(context.tx);
  if (rows.length === 0) await assertNotEnrolled(context, referenceNo);
}

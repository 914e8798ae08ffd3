import { type MemberMailType, recordPermissions, resources } from '@innkeeper/contract';
import type { SentMemberMail, memberCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { assertLookupAllowed } from '../../access/enumeration-guard.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { countLookups } from '../../access/lookups.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { findDuplicates } from './duplicates.ts';
import { mergeMembers } from './merge.ts';
import { MERGE_PERMISSIONS, readMerges } from './merge-entries.ts';
import { undoMerge } from './merge-undo.ts';
import { type OverviewServices, readOverview } from './overview.ts';

interface Services extends WorkflowServices, OverviewServices {
  /** Resends a programme mail. */
  readonly resendMemberMail: (write: Write, id: number, mailType: MemberMailType) => Promise<SentMemberMail>;
}

const { member } = resources;

/** The call definition requires one of these permissions; merging requires all of them. */
const requireMergeRights = (actor: Actor) => MERGE_PERMISSIONS.forEach((code) => requirePermission(actor, code));

const canSeeAllMembers = (actor: Actor): boolean =>
  actor.hotels === null && can(actor, ...recordPermissions(member.permission));

/** Calls about a member that are not part of the record, and the merging of duplicate members. */
export const memberHandlers = (services: Services): Handlers<typeof memberCalls> => ({
  'GET /api/member/{id}/overview': async ({ actor, path: { id }, language }) => ({
    data: await readOverview(services, actor, id, language),
  }),

  'POST /api/member/{id}/mail': async ({ context, timeZone, path: { id }, body }) => ({
    data: await services.resendMemberMail({ context, services, d: member, timeZone }, id, body.mail_type),
  }),

  'GET /api/member/duplicates': async ({ actor, now, query, request }) => {
    const canSeeAll = canSeeAllMembers(actor);
    if (!canSeeAll) await assertLookupAllowed(services.db.kysely, actor, now);
    const data = await findDuplicates(services, actor, query);
    const elsewhereIds = data.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [id] : []));
    const lookupCaller = { actor, now, ip: request.ip, requestId: request.id };
    // A search without a match counts too; otherwise a 429 would reveal that a match exists. Finding a member of one's
    // own hotels does not count as a lookup.
    const isLookup = elsewhereIds.length > 0 || (data.length === 0 && !canSeeAll);
    await countLookups(services.db, lookupCaller, 'search', isLookup ? [elsewhereIds] : []);
    return { data };
  },

  'GET /api/member/{id}/merges': async ({ actor, now, path: { id } }) => {
    await readRecord(services.db, services.hooksByResource, actor, member, id, now);
    return { data: await readMerges(services.db.kysely, actor, now, sql`${id} in (g.retained_id, g.absorbed_id)`) };
  },

  'POST /api/member/{id}/merge': async ({ context, timeZone, path: { id }, body }) => {
    requireMergeRights(context.actor);
    const mergeRequest = { absorbedId: body.member_id, sides: body.fields ?? {} };
    return { data: await mergeMembers({ context, services, d: member, timeZone }, services.outbox, id, mergeRequest) };
  },

  'POST /api/member/{id}/merge/{merge_id}/undo': async ({ context, timeZone, path: { id, merge_id } }) => {
    requireMergeRights(context.actor);
    return { data: await undoMerge({ context, services, d: member, timeZone }, services.outbox, id, merge_id) };
  },
});

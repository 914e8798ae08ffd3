import { type MemberMailType, resources } from '@innkeeper/contract';
import type { SentMemberMail, memberCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { countLookups } from '../../access/lookups.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { searchDuplicates } from './duplicates.ts';
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

/** Calls about a member that are not part of the record, and the merging of duplicate members. */
export const memberHandlers = (services: Services): Handlers<typeof memberCalls> => ({
  'GET /api/member/{id}/overview': async ({ actor, path: { id }, language }) => ({
    data: await readOverview(services, actor, id, language),
  }),

  'POST /api/member/{id}/mail': async ({ context, timeZone, path: { id }, body }) => ({
    data: await services.resendMemberMail({ context, services, d: member, timeZone }, id, body.mail_type),
  }),

  'GET /api/member/duplicates': async ({ actor, now, query, request }) => {
    const { db, hooksByResource } = services;
    const { duplicates, lookups } = await searchDuplicates(db.kysely, hooksByResource, { actor, now }, query);
    await countLookups(db, { actor, now, ip: request.ip, requestId: request.id }, 'search', lookups);
    return { data: duplicates };
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

import { type MemberMail, recordPermissions, resources } from '@innkeeper/contract';
import type { MemberMailSent, memberCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { refuseGuesser } from '../../access/guesses.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { countLookUps } from '../../engine/resources/look-ups.ts';
import { readRecord } from '../../engine/resources/record.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { findDuplicates } from './duplicates.ts';
import { mergeMembers } from './merge.ts';
import { MERGE_CODES, readMerges } from './merge-entries.ts';
import { undoMerge } from './merge-undo.ts';
import { type OverviewServices, readOverview } from './overview.ts';

interface Services extends FlowServices, OverviewServices {
  /** Sends a mail of the programme once more. */
  readonly sendAgain: (write: Write, id: number, mailType: MemberMail) => Promise<MemberMailSent>;
}

const { member } = resources;

/** Any one of the codes opens the call; it takes all of them. */
const requireAll = (actor: Actor) => MERGE_CODES.forEach((code) => requirePermission(actor, code));

const seesAllMembers = (actor: Actor): boolean =>
  actor.hotels === null && can(actor, ...recordPermissions(member.permission));

/** The calls about a member beside the record, and those that merge members who are one person. */
export const memberHandlers = (services: Services): Handlers<typeof memberCalls> => ({
  'GET /api/member/{id}/overview': async ({ actor, path: { id }, language }) => ({
    data: await readOverview(services, actor, id, language),
  }),

  'POST /api/member/{id}/mail': async ({ context, timeZone, path: { id }, body }) => ({
    data: await services.sendAgain({ context, services, d: member, timeZone }, id, body.mail_type),
  }),

  'GET /api/member/duplicates': async ({ actor, now, query, request }) => {
    const seesAll = seesAllMembers(actor);
    if (!seesAll) await refuseGuesser(services.db.kysely, actor, now);
    const data = await findDuplicates(services, actor, query);
    const elsewhere = data.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [id] : []));
    const looking = { actor, now, ip: request.ip, requestId: request.id };
    // No match counts as well: otherwise a 429 would show that there is one. A member of the user's own hotels is no look-up.
    const isLookUp = elsewhere.length > 0 || (data.length === 0 && !seesAll);
    await countLookUps(services.db, looking, 'search', isLookUp ? [elsewhere] : []);
    return { data };
  },

  'GET /api/member/{id}/merges': async ({ actor, now, path: { id } }) => {
    await readRecord(services.db, services.behaviours, actor, member, id, now);
    return { data: await readMerges(services.db.kysely, actor, now, sql`${id} in (g.kept_id, g.absorbed_id)`) };
  },

  'POST /api/member/{id}/merge': async ({ context, timeZone, path: { id }, body }) => {
    requireAll(context.actor);
    const asked = { absorbedId: body.member_id, sides: body.fields ?? {} };
    return { data: await mergeMembers({ context, services, d: member, timeZone }, services.outbox, id, asked) };
  },

  'POST /api/member/{id}/merge/{merge_id}/undo': async ({ context, timeZone, path: { id, merge_id } }) => {
    requireAll(context.actor);
    return { data: await undoMerge({ context, services, d: member, timeZone }, services.outbox, id, merge_id) };
  },
});

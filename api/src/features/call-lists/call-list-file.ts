import {
  type CallListKey,
  type ExportFormat,
  type Label,
  type Language,
  callOwnerBody,
  isCallList,
  resources,
} from '@innkeeper/contract';
import { callListCalls } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { describeParameters } from '../../engine/calls/call-paths.ts';
import { type ExportServices, type MakeFile, csvFile, sendFile } from '../../engine/import-export/export.ts';
import { type ExportedRows, openCursor } from '../../engine/import-export/export-rows.ts';
import type { CellKind, SheetColumn } from '../../engine/import-export/xlsx-lines.ts';
import { exportOperation } from '../../engine/openapi/import-export-paths.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { callListTexts } from '../../texts/call-lists.ts';
import { toListRequest } from './list-request.ts';
import { callListSql, canViewVouchers, dueOnSql, rowJoinsSql } from './row-statements.ts';

const CALL_NAME = 'GET /api/work_list/{key}';
const CALL = callListCalls[CALL_NAME];
const { member, member_call: memberCall, member_card: memberCard, hotel, membership } = resources;

/** A column of the file, its name in the log of exports, and the SQL of its cells. */
interface FileColumn extends SheetColumn {
  readonly name: string;
  readonly cell: RawBuilder<unknown>;
}

/** Contact, reason, worth and last call of each member; vouchers only for users who may view them. */
function fileColumns(key: CallListKey, actor: Actor, language: Language): readonly FileColumn[] {
  const column = (
    name: string,
    heading: Label,
    [kind, width]: readonly [CellKind, number],
    cell: RawBuilder<unknown>,
  ): FileColumn => ({ name, heading: heading[language], kind, width, cell });
  const { outcome, call_back_on, note } = memberCall.fields;
  const outcomeLabel = sql`case k.outcome ${sql.join(
    outcome.choices.map(({ value, label }) => sql`when ${value} then ${label[language]}`),
    sql` `,
  )} end`;
  return [
    column('member.name', member.label, NAME, sql`concat_ws(' ', t.first_name, t.last_name)`),
    column('member.phone_no', member.fields.phone_no.label, ['phone', 150], sql`t.phone_no`),
    column('member.email', member.fields.email.label, NAME, sql`t.email`),
    column('hotel.name', hotel.label, NAME, sql`h.name`),
    column('membership.name', membership.label, NAME, sql`m.name`),
    column('member_card.sbec_no', memberCard.fields.sbec_no.label, ['code', 170], sql`c.sbec_no`),
    column('member_card.end_date', memberCard.fields.end_date.label, DAY, sql`c.end_date`),
    column('due_on', callListTexts.dueOn, DAY, dueOnSql(key)),
    column('renewal.price', callListTexts.renewalPrice, ['money', 140], sql`renewal.price`),
    column('renewal.currency', memberCard.fields.currency.label, ['text', 90], sql`renewal.currency`),
    ...(canViewVouchers(actor)
      ? [
          column('vouchers.count', callListTexts.vouchersLeft, ['integer', 110], sql`vouchers.number`),
          column('vouchers.usd', callListTexts.vouchersWorth, ['decimal', 170], sql`round(vouchers.usd, 2)`),
        ]
      : []),
    column('last_visit_on', callListTexts.lastVisit, DAY, sql`last_use.visit_day`),
    column('owner.name', callOwnerBody.fields.user_id.label, NAME, sql`owner.name`),
    column('last_call.at', callListTexts.lastCall, DAY, sql`k.day`),
    column('last_call.by', callListTexts.lastCallBy, NAME, sql`k.caller`),
    column('last_call.outcome', outcome.label, ['text', 130], outcomeLabel),
    column('last_call.call_back_on', call_back_on.label, DAY, sql`k.call_back_on`),
    column('last_call.note', note.label, ['textarea', 280], sql`k.note`),
  ];
}

const NAME = ['text', 180] as const;
const DAY = ['date', 120] as const;

/** `GET /api/work_list/{key}/export?format=csv|xlsx`: the whole list in its order, with the parameters of its call. */
export function registerCallListFile(app: FastifyInstance, services: ExportServices): void {
  app.get<{ Params: { key: string } }>('/api/work_list/:key/export', { exposeHeadRoute: false }, (request, reply) =>
    sendFile(services, request, reply, async (actor, rawQuery, context) => {
      requirePermission(actor, ...CALL.rights);
      const { key } = request.params;
      if (!isCallList(key)) throw apiError('record_not_found', { params: { label: CALL.path.key.label, id: key } });
      const parsed = CALL.query.safeParse(rawQuery);
      if (!parsed.success) throw validationError(fieldErrors(parsed.error));
      const listRequest = await toListRequest(services.db, key, parsed.data);
      const columns = fileColumns(key, actor, languageOf(request));
      const cells = columns.map(({ cell }, i) => sql`${cell} as ${sql.ref(`v${i}`)}`);
      const rowsSql = sql`
        with ${callListSql({ actor, now: context.now }, listRequest)}
        select ${sql.join(cells)} from sorted f ${rowJoinsSql(key, context.now)} order by f.n`;
      return {
        key: 'work_list',
        name: `call-list-${key}`,
        columns: columns.map(({ name }) => name),
        open: () => openCursor(services.db, actor, rowsSql, context),
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async ({ batches }) =>
            (await import('../../engine/import-export/xlsx-write.ts')).createWorkbook(columns, batches),
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

/** Parameters of the list that its file does not have. */
const PAGING = new Set(['page', 'per_page']);

/** The OpenAPI path of the file. */
export const callListFilePaths: Json = {
  '/api/work_list/{key}/export': {
    get: exportOperation(
      'exportCallList',
      CALL.tag,
      'Members of a call list as a file',
      CALL.rights.join(', '),
      describeParameters(CALL, false).filter(({ name }) => !PAGING.has(String(name))),
    ),
  },
};

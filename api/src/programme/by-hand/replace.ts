import { type Label, message, permission, resources } from '@innkeeper/contract';
import type { BodyOf, byHandCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import type { Row, Values } from '../../engine/resources/behaviour.ts';
import { writeUnique } from '../../engine/resources/row-unique.ts';
import { createRecord, lockLive } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { fail, invalid } from '../../platform/http/fail.ts';

type Asked = BodyOf<(typeof byHandCalls)['POST /api/member_card/{id}/replace']>;
type Place = Omit<Write, 'd'>;

const { member_card, transaction, transaction_detail } = resources;

/** Code of `transaction-type` for a fee that is neither a membership nor a bill. */
const OTHERS = '99';

/**
 * Gives a card another number, and writes down the fee that was taken for it. Nothing else of the card, and none of its vouchers,
 * changes; the database keeps the old number, which counters refuse from then on. Returns the id of the fee's transaction.
 *
 * Throws a 409 for a card that serves no more, a 422 for a number that is taken or was given up, and a 403 for a fee without the
 * right to write transactions.
 */
export async function replaceCard(
  place: Place,
  id: number,
  asked: Asked,
  expected: number | undefined,
): Promise<number | null> {
  const { tx, actor } = place.context;
  const write = { ...place, d: member_card };
  const card = await lockLive(write, id, expected);
  if (card.is_active !== true) throw fail('conflict', { message: NOT_ACTIVE });
  const number = asked.sbec_no === null ? null : numberIn(asked.sbec_no);
  if (asked.fee !== null) requirePermission(actor, permission('STORE', transaction.permission));
  const feeId = asked.fee === null ? null : await takeFee(place, card, { ...asked, fee: asked.fee });
  await sql`select set_config('innkeeper.reason', ${asked.reason}, true), set_config('innkeeper.fee', ${feeId === null ? '' : String(feeId)}, true)`.execute(
    tx,
  );
  await writeUnique(
    place.context,
    member_card,
    { sbec_no: number },
    (seconds) => sql<{ seconds: number | null }>`
      update member_card set sbec_no = coalesce(${number}, next_card_no()) where id = ${id} returning ${seconds} as seconds`,
  );
  await sql`select set_config('innkeeper.reason', '', true), set_config('innkeeper.fee', '', true)`.execute(tx);
  return feeId;
}

const NOT_ACTIVE: Label = {
  en: 'This card is switched off: there is nothing to replace.',
  id: 'Kartu ini nonaktif: tidak ada yang perlu diganti.',
};

/** A number as its field takes it. */
function numberIn(typed: string): string {
  const number = typed.toUpperCase();
  if (!new RegExp(member_card.fields.sbec_no.pattern, 'u').test(number))
    throw invalid({ sbec_no: [message('pattern')] });
  return number;
}

/** A transaction with one line, by the rules of those that are entered. */
async function takeFee(place: Place, card: Row, asked: Asked & { readonly fee: string }): Promise<number> {
  const { type_payment_id, reference_no, fee, reason } = asked;
  if (type_payment_id === null) throw invalid({ type_payment_id: [message('required')] });
  const hotel_id = asked.hotel_id ?? card.hotel_id;
  const { rows } = await sql<{ type: number; phone_no: string }>`
    select d.id as type, m.phone_no from option_detail d join option o on o.id = d.option_id and o.slug = 'transaction-type'
    cross join member m where d.code = ${OTHERS} and d.deleted_at is null and m.id = ${card.member_id}`.execute(
    place.context.tx,
  );
  const body = (values: Values): Body => ({ isForm: false, values, files: {} });
  const made = await createRecord(
    { ...place, d: transaction },
    body({
      transaction_type_id: rows[0]?.type,
      hotel_id,
      member_id: card.member_id,
      phone_no: rows[0]?.phone_no,
      type_payment_id,
      reference_no,
      remark: reason,
    }),
  );
  const { id }: { id: number } = JSON.parse(made.data);
  const description = `Replacement of card ${String(card.sbec_no)}`;
  await createRecord(
    { ...place, d: transaction_detail },
    body({ transaction_id: id, description, quantity: 1, unit_price: fee }),
  );
  return id;
}

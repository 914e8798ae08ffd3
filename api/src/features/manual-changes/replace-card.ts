import { message, permission, resources } from '@innkeeper/contract';
import type { BodyOf, manualChangeCalls } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import type { Row, Values } from '../../engine/resources/resource-hooks.ts';
import { changeRecord, createRecord, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

type ReplacementInput = BodyOf<(typeof manualChangeCalls)['POST /api/member_card/{id}/replace']>;
type WriteTarget = Omit<Write, 'd'>;

const { member_card, transaction, transaction_detail } = resources;

/** Code of `transaction-type` for a fee that is neither a membership nor a bill. */
const OTHER_FEE_CODE = '99';

/**
 * Gives a card a new number and records the fee. Everything else about the card and its vouchers is unchanged. The
 * list of manual changes has the old number, which is rejected from then on. Returns the id of the fee's transaction.
 *
 * Throws a 409 for an inactive card, a 422 for a number that is in use or was replaced, and a 403 for a fee without the
 * permission to create transactions.
 */
export async function replaceCard(
  target: WriteTarget,
  id: number,
  input: ReplacementInput,
  expectedVersion: number | undefined,
): Promise<number | null> {
  const { tx, actor } = target.context;
  const write = { ...target, d: member_card };
  const card = await lockLiveRow(write, id, expectedVersion);
  if (card.is_active !== true) throw apiError('conflict', { message: manualChangeTexts.inactiveCard });
  const cardNumber = input.sbec_no === null ? null : parseCardNumber(input.sbec_no);
  if (cardNumber !== null) await assertNumberNew(tx, cardNumber);
  if (input.fee !== null) requirePermission(actor, permission('STORE', transaction.permission));
  const feeId = input.fee === null ? null : await chargeFee(target, card, { ...input, fee: input.fee });
  await changeRecord(write, card, { sbec_no: cardNumber ?? (await nextCardNumber(tx)) }, ['sbec_no']);
  await sql`
    insert into manual_change (kind, member_card_id, value_before, value_after, reason, transaction_id)
    select 'card_replaced', id, ${card.sbec_no}, sbec_no, ${input.reason}, ${feeId}::bigint
    from member_card where id = ${id} and sbec_no <> ${card.sbec_no}`.execute(tx);
  return feeId;
}

/** A lost card is not made valid again by typing its number. */
async function assertNumberNew(tx: Tx, cardNumber: string): Promise<void> {
  const { rows } = await sql`select from manual_change where kind = 'card_replaced'
    and translate(lower(value_before), ' -', '') = translate(lower(${cardNumber}), ' -', '') limit 1`.execute(tx);
  if (rows.length > 0) throw validationError({ sbec_no: [message('taken')] });
}

async function nextCardNumber(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`select next_card_no() as number`.execute(tx);
  return rows[0]?.number;
}

/** Normalizes and validates a number as its field does. */
function parseCardNumber(inputText: string): string {
  const cardNumber = inputText.toUpperCase();
  if (!new RegExp(member_card.fields.sbec_no.pattern, 'u').test(cardNumber))
    throw validationError({ sbec_no: [message('pattern')] });
  return cardNumber;
}

/** Creates a transaction with one line, by the same rules as a regular one. */
async function chargeFee(
  target: WriteTarget,
  card: Row,
  input: ReplacementInput & { readonly fee: string },
): Promise<number> {
  const { type_payment_id, reference_no, fee, reason } = input;
  if (type_payment_id === null) throw validationError({ type_payment_id: [message('required')] });
  const hotel_id = input.hotel_id ?? card.hotel_id;
  const { rows } = await sql<{ type: number; phone_no: string }>`
    select d.id as type, m.phone_no from option_detail d join option o on o.id = d.option_id
      and o.slug = 'transaction-type'
    cross join member m where d.code = ${OTHER_FEE_CODE} and d.deleted_at is null and m.id = ${card.member_id}`.execute(
    target.context.tx,
  );
  const toBody = (values: Values): Body => ({ isForm: false, values, files: {} });
  const created = await createRecord(
    { ...target, d: transaction },
    toBody({
      transaction_type_id: rows[0]?.type,
      hotel_id,
      member_id: card.member_id,
      phone_no: rows[0]?.phone_no,
      type_payment_id,
      reference_no,
      remark: reason,
    }),
  );
  const { id }: { id: number } = JSON.parse(created.data);
  const description = `Replacement of card ${String(card.sbec_no)}`;
  await createRecord(
    { ...target, d: transaction_detail },
    toBody({ transaction_id: id, description, quantity: 1, unit_price: fee }),
  );
  return id;
}

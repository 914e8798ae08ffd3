import { type Language, SELF_REVERT_MINUTES, isRecentlyCreated, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { changeRecord, deleteRecords, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

const { member_card, transaction } = resources;

/**
 * Gives a card its number back and deletes the fee, if the actor replaced it within the last minutes. The mistaken number
 * is rejected from then on. Throws a 403 for any other replacement, and a 409 for an inactive card.
 */
export async function undoReplacement(target: Omit<Write, 'd'>, id: number, language: Language): Promise<void> {
  const { context } = target;
  const write = { ...target, d: member_card };
  const card = await lockLiveRow(write, id, undefined);
  if (card.is_active !== true) throw apiError('conflict', { message: manualChangeTexts.inactiveCard });
  const replacement = await findOwnReplacement(context, card);
  if (!replacement)
    throw apiError('forbidden', {
      message: manualChangeTexts.notOwnReplacement({ minutes: SELF_REVERT_MINUTES }),
    });
  const reason = manualChangeTexts.replacementUndone[language];
  const { fee_id: feeId, previous_number: previousNumber } = replacement;
  if (feeId !== null) await deleteRecords({ ...target, d: transaction }, [feeId], reason);
  await changeRecord(write, card, { sbec_no: previousNumber }, ['sbec_no']);
  await sql`
    insert into manual_change (kind, member_card_id, value_before, value_after, reason)
    values ('card_replaced', ${id}, ${card.sbec_no}, ${previousNumber}, ${reason})`.execute(context.tx);
}

interface Replacement {
  readonly previous_number: string;
  /** The fee that is not deleted yet. */
  readonly fee_id: number | null;
  readonly created_by_id: number | null;
  readonly created_at: Date;
}

/** The replacement that gave the card its present number, if it was the actor's and is recent. */
async function findOwnReplacement(
  { tx, actor, now }: WriteContext,
  { id, sbec_no }: Row,
): Promise<Replacement | undefined> {
  const { rows } = await sql<Replacement & { value_after: string }>`
    select m.value_before as previous_number, m.value_after, m.created_by_id, m.created_at, t.id as fee_id
    from manual_change m left join transaction t on t.id = m.transaction_id and t.deleted_at is null
    where m.member_card_id = ${id} and m.kind = 'card_replaced' order by m.id desc limit 1`.execute(tx);
  const [last] = rows;
  const isOwn = last?.created_by_id === actor.userId && isRecentlyCreated(last.created_at.getTime(), now.getTime());
  return last && isOwn && last.value_after === sbec_no ? last : undefined;
}

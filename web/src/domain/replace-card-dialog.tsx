import { cardReplacementBody, permission, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openCallDialog } from '../engine/form/call-dialog.tsx';
import type { FieldInputProps } from '../engine/form/inputs/field-input.ts';
import { FieldInput } from '../engine/form/inputs/inputs.tsx';
import { useSelectedChoice } from '../engine/form/inputs/use-selected-choice.ts';
import { can } from '../session/user.ts';
import { showMessage } from '../ui/message-store.ts';
import { rememberReplacement, undoReplacement } from './undo-replacement.ts';

const { member, member_card, transaction } = resources;
const { reason, sbec_no, fee, type_payment_id, reference_no } = cardReplacementBody.fields;

interface ReplaceableCard {
  readonly id: number;
  readonly sbec_no: string;
  /** The currency of the card's hotel, where a fee is paid; or, where it is not known, that hotel. */
  readonly currency?: string;
  readonly hotelId?: number;
}

/** Whether the user may give a lost card a new number. */
export const canReplaceCard = (): boolean =>
  can(permission('UPDATE', member_card.permission), permission('UPDATE', member.permission));

/** Prompts for the reason and fee of a card replacement, replaces the card and shows its new number. */
export const openReplaceDialog = (card: ReplaceableCard): Promise<boolean> =>
  openCallDialog({
    call: 'POST /api/member_card/{id}/replace',
    path: { id: card.id },
    // The fee is paid at the hotel of the card.
    fixed: { hotel_id: null },
    width: '32rem',
    title: t`Replace card ${card.sbec_no}`,
    description: t`The card gets a new number; the old one stops working. Dates, tier and vouchers stay the same.`,
    submitLabel: <Trans>Replace card</Trans>,
    fields: (values) => ({
      fields: {
        reason,
        sbec_no,
        ...(can(permission('STORE', transaction.permission)) && { fee }),
        ...(Number(values['fee'] ?? 0) !== 0 && {
          type_payment_id: { ...type_payment_id, required: true, pairsWithNext: true },
          reference_no,
        }),
      },
    }),
    inputs: { fee: (props) => <FeeInput {...props} card={card} /> },
    onSent: ({ data }) => {
      const newNumber = data.member_card.sbec_no;
      rememberReplacement(card.id);
      showMessage({
        message: t`Card replaced. New number: ${newNumber}`,
        variant: 'success',
        action: { label: t`Undo`, onClick: () => void undoReplacement(card.id) },
      });
    },
  });

/** The fee, in the currency of the card's hotel. */
function FeeInput({ card, ...inputProps }: FieldInputProps & { card: ReplaceableCard }) {
  const hotel = useSelectedChoice('hotel', card.hotelId ?? null, null);
  return <FieldInput {...inputProps} currency={card.currency ?? hotel?.currency} isPlain />;
}

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import { type FieldInputProps, idOf } from '../../engine/form/inputs/field-input.ts';
import { useUser } from '../../session/user.ts';
import { SelectInput } from '../../ui/select.tsx';

/** The colleague who takes over: the staff of the hotel, and the user. */
export function RecipientInput({ hotelId, field }: { hotelId: number; field: FieldInputProps }) {
  const { t } = useLingui();
  const { value, onChange, controlProps, inputRef, disabled = false } = field;
  const userId = useUser()?.id;
  const { data: recipients = [] } = useQuery(callQuery('GET /api/shift/recipient', { query: { hotel_id: hotelId } }));
  const id = idOf(value);
  return (
    <SelectInput
      {...controlProps}
      ref={inputRef}
      value={id === null ? null : String(id)}
      onValueChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      disabled={disabled}
      placeholder={t`Choose…`}
      options={recipients.map(({ id: recipientId, name }) => ({
        value: String(recipientId),
        label: recipientId === userId ? t`Me (${name})` : name,
      }))}
    />
  );
}

import type { ChoiceItem } from '@innkeeper/contract';
import { useWatch } from 'react-hook-form';
import { currencyAt, hotelZoneOf } from '../../data/record.ts';
import type { FieldOwner } from '../field-owner.ts';
import { InstantInput } from './date-inputs.tsx';
import { type FieldInputProps, idOf, textOf } from './field-input.ts';
import { NumberFieldInput } from './number-inputs.tsx';
import { useSelectedChoice } from './use-selected-choice.ts';

/** Inputs whose values are in units of a hotel: that of the record or, for a new one, the one chosen in the form. */

type Owned<Props> = Props & { readonly form: FieldOwner };

/** The moment of an event at a hotel, entered in the hotel's time zone. */
export function HotelInstantInput({ form, ...inputProps }: Owned<FieldInputProps<'instant'>>) {
  const chosenHotel = useChosenHotel(form);
  const newZone = chosenHotel?.time_zone ?? form.hotelZone;
  return <InstantInput {...inputProps} hotelZone={form.record ? hotelZoneOf(form.record) : newZone} />;
}

/** An amount with its currency: that of the record, the one entered in the form, or the hotel's. */
export function MoneyInput({ form: owner, ...inputProps }: Owned<FieldInputProps<'money'>>) {
  const { form, record, currency } = owner;
  const { name, field } = inputProps;
  const enteredCurrency = textOf(useWatch({ control: form.control, name: field.currency ?? 'currency' }) ?? null);
  const chosenHotel = useChosenHotel(owner);
  // An amount in the currency of another record is not in that of the hotel.
  const newCurrency = enteredCurrency || (field.currency === undefined ? chosenHotel?.currency : undefined) || currency;
  return <NumberFieldInput {...inputProps} currency={record ? currencyAt(record, name, field) : newCurrency} />;
}

function useChosenHotel({ definition: { month, fields }, form, record }: FieldOwner): ChoiceItem | undefined {
  const hotelField = month && 'at' in month ? month.hotel : 'hotel_id';
  const field = fields[hotelField];
  const chosenId = idOf(useWatch({ control: form.control, name: hotelField }) ?? null);
  return useSelectedChoice(field?.kind === 'reference' ? field.to : '', record ? null : chosenId, null);
}

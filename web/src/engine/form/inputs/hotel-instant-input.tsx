import { useWatch } from 'react-hook-form';
import { hotelZoneOf } from '../../data/record.ts';
import type { FieldOwner } from '../field-owner.ts';
import { InstantInput } from './date-inputs.tsx';
import { type FieldInputProps, idOf } from './field-input.ts';
import { useSelectedChoice } from './use-selected-choice.ts';

/**
 * The moment of an event at a hotel, entered in the hotel's time zone: that of the record or, for a new one, of the
 * hotel chosen in the form.
 */
export function HotelInstantInput({ form: owner, ...inputProps }: FieldInputProps<'instant'> & { form: FieldOwner }) {
  const { definition, form, record } = owner;
  const { month } = definition;
  const hotelField = month && 'hotel' in month ? month.hotel : '';
  const chosenId = idOf(useWatch({ control: form.control, name: hotelField }) ?? null);
  const chosenHotel = useSelectedChoice('hotel', record ? null : chosenId, null);
  return <InstantInput {...inputProps} hotelZone={record ? hotelZoneOf(record) : chosenHotel?.time_zone} />;
}

import type { ChoiceItem, FieldKind, FieldOf } from '@innkeeper/contract';
import type { RefCallback } from 'react';
import type { ControlProps } from '../../../ui/field.tsx';
import type { FormValue } from '../form-values.ts';

/** The props of every form input, of any kind. */
export interface FieldInputProps<K extends FieldKind = FieldKind> {
  name: string;
  field: FieldOf<K>;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur: () => void;
  /** Links the control to its label, hint and error. */
  controlProps: ControlProps;
  /** The element that is focused when the field is invalid. */
  inputRef: RefCallback<Focusable>;
  /** The record behind a stored id, if known. */
  knownChoice: ChoiceItem | null;
  /** The currency of an amount, if its record specifies one. */
  currency?: string | undefined;
  /** The hotel's time zone, in which a moment at a hotel is entered. */
  hotelZone?: string | null | undefined;
  /** True while editing an existing record. */
  isUpdate: boolean;
  /** Shows only the entered decimals of a number. */
  isPlain?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** A record that a reference must not name. */
  excludedId?: number | undefined;
}

export interface Focusable {
  focus: () => void;
  /** Inserts a text at the caret; native inputs do not provide this. */
  insert?: (text: string) => void;
}

export const textOf = (value: FormValue): string => (typeof value === 'string' ? value : '');
export const idOf = (value: FormValue): number | null => (typeof value === 'number' ? value : null);
export const idsOf = (value: FormValue): readonly number[] => (Array.isArray(value) ? value : []);

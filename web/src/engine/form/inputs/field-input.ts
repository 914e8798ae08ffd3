import type { ChoiceItem, FieldKind, FieldOf } from '@innkeeper/contract';
import type { RefCallback } from 'react';
import type { ControlProps } from '../../../ui/field.tsx';
import type { FormValue } from '../form-values.ts';

/** The props of a form's input, whatever its kind. */
export interface FieldInputProps<K extends FieldKind = FieldKind> {
  name: string;
  field: FieldOf<K>;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur: () => void;
  /** Ties the control to its label, hint and error. */
  wiring: ControlProps;
  /** The element that takes the focus when the field is wrong. */
  inputRef: RefCallback<Focusable>;
  /** The record that a stored id stands for, where it is known. */
  known: ChoiceItem | null;
  /** The currency of an amount, where its record tells it. */
  currency?: string | undefined;
  /** An existing record is edited. */
  isUpdate: boolean;
}

export interface Focusable {
  focus: () => void;
  /** Puts a text where the caret stands; inputs of the browser have none of their own. */
  insert?: (text: string) => void;
}

export const textOf = (value: FormValue): string => (typeof value === 'string' ? value : '');
export const idOf = (value: FormValue): number | null => (typeof value === 'number' ? value : null);
export const idsOf = (value: FormValue): readonly number[] => (Array.isArray(value) ? value : []);

import type { ResourceDefinition } from '@innkeeper/contract';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceRecord } from '../data/record.ts';
import type { FormValues } from './form-values.ts';

/** The part of a form that its fields need. */
export interface FieldOwner {
  readonly definition: ResourceDefinition;
  readonly form: UseFormReturn<FormValues>;
  readonly record: ResourceRecord | undefined;
  /** The currency of new amounts, where no field of the form determines it. */
  readonly currency?: string | undefined;
  /** The time zone of moments of a new record, where no field of the form determines it. */
  readonly hotelZone?: string | undefined;
}

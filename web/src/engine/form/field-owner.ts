import type { ResourceDefinition } from '@innkeeper/contract';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceRecord } from '../data/record.ts';
import type { FormValues } from './form-values.ts';

/** The form of a field, as the field needs it. */
export interface FieldOwner {
  readonly definition: ResourceDefinition;
  readonly form: UseFormReturn<FormValues>;
  readonly record: ResourceRecord | undefined;
}

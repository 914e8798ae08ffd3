import type { ResourceDefinition } from '@innkeeper/contract';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { FormEvent, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '../../engine/form/form-field.tsx';
import type { FormValues } from '../../engine/form/form-values.ts';

interface SaleFieldsProps {
  readonly definition: ResourceDefinition;
  readonly form: UseFormReturn<FormValues>;
  readonly fieldNames: readonly string[];
  /** The currency of the sale's amounts. */
  readonly currency?: string | undefined;
  /** The time zone of the sale's hotel. */
  readonly hotelZone?: string | undefined;
}

/** Fields of a definition, in two columns if there is room. */
export function SaleFields({ definition, form, fieldNames, currency, hotelZone }: SaleFieldsProps) {
  return (
    <div className="@container">
      <div className="grid items-start gap-x-5 gap-y-4 @lg:grid-cols-2">
        {fieldNames.map((name) => {
          const field = definition.fields[name];
          return (
            field && (
              <FormField
                key={name}
                form={{ definition, form, record: undefined, currency, hotelZone }}
                spec={{ name, field, placement: 'next' }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface SaleFormProps {
  readonly form: UseFormReturn<FormValues>;
  readonly onValid: () => void;
  readonly children: ReactNode;
}

/** A step with fields: Enter continues if they are valid, otherwise it focuses the first invalid one. */
export function SaleForm({ form, onValid, children }: SaleFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.handleSubmit(onValid)();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
    </form>
  );
}

interface MoreFieldsProps {
  readonly label: ReactNode;
  /** One of its fields is invalid or filled in. */
  readonly isInitiallyOpen: boolean;
  readonly children: ReactNode;
}

/** Fields that are rarely needed. */
export function MoreFields({ label, isInitiallyOpen, children }: MoreFieldsProps) {
  return (
    <details open={isInitiallyOpen || undefined} className="group rounded-md">
      <summary className="inline-flex min-h-(--control-small) pointer-coarse:min-h-(--control) items-center gap-1 rounded-md text-sm font-medium text-accent-text hover:underline">
        <ChevronRight size={15} className="transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

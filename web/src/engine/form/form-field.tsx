import { relationName, immutableReason, fieldLockReason } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nestedAt } from '../data/record.ts';
import { isAutoFilled } from './empty-dates.ts';
import { getExtensions } from './extensions.ts';
import { FieldControl } from './field-control.tsx';
import type { FormField as FormFieldSpec } from './form-fields.ts';
import { HotelInstantInput, MoneyInput } from './inputs/hotel-inputs.tsx';
import { FieldInput } from './inputs/inputs.tsx';
import { placementClasses } from './placement-class.ts';
import { RecordValue } from './record-value.tsx';
import type { FieldOwner } from './field-owner.ts';

interface FormFieldProps {
  form: FieldOwner;
  spec: FormFieldSpec;
}

/** One field of a record's form, which may be locked, and may have an input or a notice of its own. */
export function FormField({ form: owner, spec: { name, field, placement } }: FormFieldProps) {
  const { definition, form, record } = owner;
  const { t } = useLingui();
  const label = useLabel();
  const CustomInput = getExtensions().fieldInputs[definition.key]?.[name];
  const isUpdate = record !== undefined;
  const lockReason = record ? fieldLockReason(definition, name, record) : null;
  // A secret's hint explains an empty field, so show it for new records only.
  const fieldHint = isUpdate && field.kind === 'secret' ? undefined : field.hint;
  const autoFillHint = field.kind === 'date' ? t`Defaults to today` : t`Defaults to now`;
  const hintParts = [fieldHint && label(fieldHint), isAutoFilled(field) ? autoFillHint : undefined];
  // If the whole record is locked, the form gives the reason once.
  const lockHint = lockReason && !(record && immutableReason(definition, record)) ? label(lockReason) : '';
  const hints = lockReason ? lockHint : hintParts.filter(Boolean).join(' · ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', placementClasses[placement])}>
      <FieldControl
        form={form}
        name={name}
        field={field}
        // The stored password cannot be read, so an edit need not repeat it.
        required={field.required && !lockReason && !(isUpdate && field.kind === 'secret')}
        hint={hints || undefined}
      >
        {(controlInput) => {
          if (lockReason && record)
            return (
              <output {...controlInput.controlProps} className="flex min-h-(--control) items-center">
                <RecordValue name={name} field={field} record={record} />
              </output>
            );
          const inputProps = {
            ...controlInput,
            knownChoice: record ? nestedAt(record, relationName(name)) : null,
            isUpdate,
          };
          if (CustomInput)
            return (
              <Suspense fallback={<Skeleton className="h-(--control) w-full" />}>
                <CustomInput {...inputProps} form={owner} />
              </Suspense>
            );
          if (field.kind === 'instant' && field.inHotelZone)
            return <HotelInstantInput {...inputProps} field={field} form={owner} />;
          if (field.kind === 'money') return <MoneyInput {...inputProps} field={field} form={owner} />;
          return <FieldInput {...inputProps} />;
        }}
      </FieldControl>
      <FieldNotice form={owner} name={name} />
    </div>
  );
}

function FieldNotice({ form: { definition, form, record }, name }: { form: FieldOwner; name: string }) {
  const Notice = getExtensions().fieldNotices[definition.key]?.[name];
  const value = useWatch({ control: form.control, name }) ?? null;
  if (!Notice) return null;
  return (
    <Suspense>
      <Notice name={name} value={value} record={record} />
    </Suspense>
  );
}

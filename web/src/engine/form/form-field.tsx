import { errors, relationName, formatMessage, immutableReason, fieldLockReason } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { currencyAt, nestedAt } from '../data/record.ts';
import { isAutoFilled } from './empty-dates.ts';
import { getExtensions } from './extensions.ts';
import type { FormField as FormFieldSpec } from './form-fields.ts';
import { FieldInput } from './inputs/inputs.tsx';
import { placementClasses } from './placement-class.ts';
import { RecordValue } from './record-value.tsx';
import type { FieldOwner } from './field-owner.ts';
import { unreadableError } from './validate-form.ts';

/** One field of a form: label, input, hint and error. Only this component re-renders while the user types. */
export function FormField({
  form: owner,
  spec: { name, field, placement },
}: {
  form: FieldOwner;
  spec: FormFieldSpec;
}) {
  const { definition, form, record } = owner;
  const { t } = useLingui();
  const label = useLabel();
  const language = useLanguage();
  const { field: control, fieldState } = useController({ name, control: form.control });
  const CustomInput = getExtensions().fieldInputs[definition.key]?.[name];
  const Notice = getExtensions().fieldNotices[definition.key]?.[name];
  const isUpdate = record !== undefined;
  const lockReason = record ? fieldLockReason(definition, name, record) : null;
  const errorText = fieldState.error?.message ?? unreadableError(field, control.value ?? null);
  // A secret's hint explains an empty field, so show it for new records only.
  const fieldHint = isUpdate && field.kind === 'secret' ? undefined : field.hint;
  const autoFillHint = field.kind === 'date' ? t`Defaults to today` : t`Defaults to now`;
  const hintParts = [fieldHint && label(fieldHint), isAutoFilled(field) ? autoFillHint : undefined];
  // If the whole record is locked, the form gives the reason once.
  const lockHint = lockReason && !(record && immutableReason(definition, record)) ? label(lockReason) : '';
  const hints = lockReason ? lockHint : hintParts.filter(Boolean).join(' · ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', placementClasses[placement])}>
      <Field
        label={label(field.label)}
        // The stored password cannot be read, so an edit need not repeat it.
        required={field.required && !lockReason && !(isUpdate && field.kind === 'secret')}
        hint={hints || undefined}
        error={
          errorText === undefined
            ? undefined
            : errorText === 'too_large'
              ? errors.too_large[language]
              : formatMessage(errorText, language)
        }
      >
        {(controlProps) => {
          if (lockReason && record)
            return (
              <output {...controlProps} className="flex min-h-(--control) items-center">
                <RecordValue name={name} field={field} record={record} />
              </output>
            );
          const inputProps = {
            name,
            field,
            value: control.value ?? null,
            onChange: control.onChange,
            onBlur: control.onBlur,
            controlProps,
            inputRef: control.ref,
            knownChoice: record ? nestedAt(record, relationName(name)) : null,
            currency: record && field.kind === 'money' ? currencyAt(record, name, field) : undefined,
            isUpdate,
          };
          if (!CustomInput) return <FieldInput {...inputProps} />;
          return (
            <Suspense fallback={<Skeleton className="h-(--control) w-full" />}>
              <CustomInput {...inputProps} form={owner} />
            </Suspense>
          );
        }}
      </Field>
      {Notice && (
        <Suspense>
          <Notice name={name} value={control.value ?? null} record={record} />
        </Suspense>
      )}
    </div>
  );
}

import { errors, relationName, sentence, whyAsMade, whyFieldStands } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { currencyAt, nestedAt } from '../data/record.ts';
import { isInvented } from './empty-dates.ts';
import { extensions } from './extensions.ts';
import type { FormField as FormFieldSpec } from './form-fields.ts';
import { FieldInput } from './inputs/inputs.tsx';
import { placeClass } from './place-class.ts';
import { RecordValue } from './record-value.tsx';
import type { FieldOwner } from './field-owner.ts';
import { unreadable } from './validate-form.ts';

/** One field of a form: label, input, hint and error. It alone renders while it is typed in. */
export function FormField({ form: owner, spec: { name, field, place } }: { form: FieldOwner; spec: FormFieldSpec }) {
  const { definition, form, record } = owner;
  const { t } = useLingui();
  const label = useLabel();
  const language = useLanguage();
  const { field: control, fieldState } = useController({ name, control: form.control });
  const OwnInput = extensions().fieldInputs[definition.key]?.[name];
  const Notice = extensions().fieldNotices[definition.key]?.[name];
  const isUpdate = record !== undefined;
  const stands = record ? whyFieldStands(definition, name, record) : null;
  const carried = fieldState.error?.message ?? unreadable(field, control.value ?? null);
  // The hint of a secret explains an empty one, which only holds for a new record.
  const own = isUpdate && field.kind === 'secret' ? undefined : field.hint;
  const filledIn = field.kind === 'date' ? t`Today when left empty.` : t`The current time when left empty.`;
  const typed = [own && label(own), isInvented(field) ? filledIn : undefined];
  // Of a record that stands as a whole the form says it once.
  const said = stands && !(record && whyAsMade(definition, record)) ? label(stands) : '';
  const hints = stands ? said : typed.filter(Boolean).join(' · ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', placeClass[place])}>
      <Field
        label={label(field.label)}
        // The stored password cannot be read, so an edit need not repeat it.
        required={field.required && !stands && !(isUpdate && field.kind === 'secret')}
        hint={hints || undefined}
        error={
          carried === undefined
            ? undefined
            : carried === 'too_large'
              ? errors.too_large[language]
              : sentence(carried, language)
        }
      >
        {(wiring) => {
          if (stands && record)
            return (
              <output {...wiring} className="flex min-h-(--control) items-center">
                <RecordValue name={name} field={field} record={record} />
              </output>
            );
          const input = {
            name,
            field,
            value: control.value ?? null,
            onChange: control.onChange,
            onBlur: control.onBlur,
            wiring,
            inputRef: control.ref,
            known: record ? nestedAt(record, relationName(name)) : null,
            currency: record && field.kind === 'money' ? currencyAt(record, name, field) : undefined,
            isUpdate,
          };
          if (!OwnInput) return <FieldInput {...input} />;
          return (
            <Suspense fallback={<Skeleton className="h-(--control) w-full" />}>
              <OwnInput {...input} form={owner} />
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

import { type Field, formatMessage } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { FormValue } from '../form/form-values.ts';
import { FieldInput } from '../form/inputs/inputs.tsx';
import { type EditMode, canClear } from './bulk-edit.ts';

interface BulkEditFieldProps {
  name: string;
  field: Field;
  mode: EditMode;
  value: FormValue;
  /** A message key, or a message from the server. */
  error: string | undefined;
  onModeChange: (mode: EditMode) => void;
  onValueChange: (value: FormValue) => void;
}

/** One field of a bulk edit: kept, changed to the value below, or cleared. */
export function BulkEditField({ name, field, mode, value, error, onModeChange, onValueChange }: BulkEditFieldProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const label = useLabel()(field.label);
  const id = useId();
  const isHotelTime = field.kind === 'instant' && field.inHotelZone === true;
  const options: { value: EditMode; label: string }[] = [
    { value: 'keep', label: t`Keep` },
    { value: 'change', label: t`Change` },
    ...(canClear(field) ? [{ value: 'clear' as const, label: t`Clear` }] : []),
  ];
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <span
          id={`${id}-label`}
          className={`min-w-0 flex-1 text-sm break-words ${mode === 'keep' ? 'text-muted' : 'font-medium'}`}
        >
          {label}
        </span>
        {/* Aligns Keep and Change in all rows, whether or not Clear follows. */}
        <div className="w-54 shrink-0 max-sm:w-51">
          <div className={options.length === 3 ? '' : 'w-2/3'}>
            <Segmented label={t`Action for ${label}`} value={mode} onValueChange={onModeChange} options={options} />
          </div>
        </div>
      </div>
      {mode === 'change' && (
        <div className="flex flex-col gap-1 pb-2">
          <FieldInput
            name={name}
            field={field}
            value={value}
            onChange={onValueChange}
            onBlur={() => undefined}
            controlProps={{
              id,
              'aria-labelledby': `${id}-label`,
              'aria-describedby':
                [isHotelTime && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
              'aria-invalid': error ? true : undefined,
              'aria-required': true,
            }}
            inputRef={() => undefined}
            knownChoice={null}
            isUpdate
          />
          {isHotelTime && (
            <span id={`${id}-hint`} className="text-xs text-faint">
              <Trans>Local time at the hotel of each record</Trans>
            </span>
          )}
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{formatMessage(error, language)}</FieldError>}
    </li>
  );
}

import type { NumberShape } from '@innkeeper/contract';
import { type Ref, useId, useImperativeHandle } from 'react';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';
import { NumberChoices } from './number-choices.tsx';
import { useNumberInput } from './use-number-input.ts';

export interface NumberInputProps extends ControlProps {
  /**
   * As `toStoredNumber` returns it: a plain decimal, or the entered text if it is not a number. Null if it is empty.
   */
  value: string | null;
  onValueChange: (value: string | null) => void;
  shape: NumberShape;
  /** Uses only the entered decimals instead of the full scale of the field. */
  isPlain?: boolean;
  /** The minimum number of decimals shown; the scale of the field by default. */
  decimals?: number;
  /** Shown before the number: `Rp. `. */
  prefix?: string;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** An input for a number. If the entered text is ambiguous, the possible values are offered below it. */
export function NumberInput({
  value,
  onValueChange,
  shape,
  isPlain,
  decimals,
  prefix,
  className,
  ref,
  onBlur,
  ...rest
}: NumberInputProps) {
  const id = useId();
  const { input, props, parsed, choose } = useNumberInput({ value, onValueChange, shape, isPlain, decimals });
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, [input]);
  const descriptionIds = [rest['aria-describedby'], prefix && `${id}-prefix`].filter(Boolean).join(' ');
  return (
    <>
      <span className="relative block">
        {prefix && (
          <span
            id={`${id}-prefix`}
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
          >
            {prefix.trim()}
          </span>
        )}
        <input
          {...rest}
          {...props}
          ref={input}
          type="text"
          aria-describedby={descriptionIds || undefined}
          aria-invalid={rest['aria-invalid'] ?? ((parsed && 'problem' in parsed) || undefined)}
          autoComplete="off"
          spellCheck={false}
          className={classNames('control tabular text-right', prefix && 'pl-14!', className)}
          onBlur={() => {
            props.onBlur();
            onBlur?.();
          }}
        />
      </span>
      {parsed?.kind === 'ambiguous' && (
        <NumberChoices
          values={parsed.values}
          disabled={rest.disabled}
          onChoose={(selectedValue) => {
            choose(selectedValue);
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}

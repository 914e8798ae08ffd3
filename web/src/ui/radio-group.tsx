import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Base } from '@base-ui/react/radio-group';
import type { Ref } from 'react';
import type { ControlProps } from './field.tsx';

export interface RadioOption<V extends string | number> {
  value: V;
  label: string;
}

export interface RadioInputProps<V extends string | number> extends ControlProps {
  value: V | null;
  onValueChange: (value: V) => void;
  options: readonly RadioOption<V>[];
  disabled?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** A choice of few that all stand in sight: yes and no above all. */
export function RadioInput<V extends string | number>({ options, onValueChange, ...rest }: RadioInputProps<V>) {
  return (
    <Base<V | null>
      {...rest}
      onValueChange={(value) => value !== null && onValueChange(value)}
      className="flex min-h-(--control) flex-wrap items-center gap-x-5 gap-y-1"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-(--control-small) cursor-pointer items-center gap-2 select-none"
        >
          <Radio.Root
            value={option.value}
            className="flex size-4.5 items-center justify-center rounded-full border border-strong-border bg-surface transition-colors data-checked:border-accent data-disabled:border-border data-disabled:bg-sunken"
          >
            <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden forced-colors:bg-[Highlight]" />
          </Radio.Root>
          {option.label}
        </label>
      ))}
    </Base>
  );
}

import { RadioCard, RadioGroup } from './radio-group.tsx';

export interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: string }[];
  disabled?: boolean;
}

/** A choice of two or three words, side by side in equal parts, or below each other if there is no room. */
export function Segmented<V extends string>({ label, value, onValueChange, options, disabled }: SegmentedProps<V>) {
  return (
    <RadioGroup aria-label={label} className="my-1 flex flex-wrap gap-1 rounded-md bg-hover p-1">
      {options.map((option) => (
        <RadioCard
          key={option.value}
          checked={option.value === value}
          onChoose={() => onValueChange(option.value)}
          disabled={disabled}
          className="flex min-h-(--choice) max-w-full min-w-max flex-1 items-center justify-center rounded-sm border border-transparent px-1.5 text-center text-sm text-muted has-enabled:hover:text-text has-disabled:cursor-default has-checked:border-strong-border has-checked:bg-surface has-checked:font-medium has-checked:text-text"
        >
          {option.label}
        </RadioCard>
      ))}
    </RadioGroup>
  );
}

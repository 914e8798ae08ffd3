import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';

export interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: string }[];
}

/** One of two or three words, side by side in equal parts. */
export function Segmented<V extends string>({ label, value, onValueChange, options }: SegmentedProps<V>) {
  return (
    <RadioGroup<V>
      aria-label={label}
      value={value}
      onValueChange={onValueChange}
      className="my-1 flex gap-1 rounded-md bg-hover p-1"
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          className="flex min-h-(--control-small) flex-1 cursor-pointer items-center justify-center rounded-sm border border-transparent px-1.5 text-center text-sm text-muted select-none hover:text-text focus-visible:outline-offset-0 data-checked:border-strong-border data-checked:bg-surface data-checked:font-medium data-checked:text-text forced-colors:data-checked:border-[Highlight]"
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

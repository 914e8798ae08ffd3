import { Select as Base } from '@base-ui/react/select';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';
import { type ControlProps, labelProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectInputProps extends ControlProps {
  value: string | null;
  onValueChange: (value: string | null) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  /** The text of a first line that clears the choice. Without it there is no such line. */
  emptyLabel?: string;
  disabled?: boolean;
  name?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A choice from a small fixed list. For records of the server, use the combobox. */
export function SelectInput({
  value,
  onValueChange,
  options,
  placeholder,
  emptyLabel,
  disabled,
  name,
  className,
  ref,
  ...controlProps
}: SelectInputProps) {
  const items = emptyLabel === undefined ? options : [{ value: null, label: emptyLabel }, ...options];
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(next: string | null) => onValueChange(next)}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        ref={ref}
        {...controlProps}
        className={classNames(
          'control flex items-center justify-between gap-2 text-left data-popup-open:border-focus',
          className,
        )}
      >
        <Base.Value className="truncate data-placeholder:text-faint" placeholder={placeholder} />
        <Base.Icon className="flex text-muted">
          <ChevronDown size={16} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="popup min-w-(--anchor-width) p-1">
            <Base.List
              {...labelProps(controlProps)}
              className="max-h-[min(20rem,var(--available-height))] overflow-y-auto"
            >
              {items.map((item) => (
                <Base.Item key={item.value} value={item.value} className="choice justify-between">
                  <Base.ItemText className={item.value === null ? 'text-muted' : undefined}>{item.label}</Base.ItemText>
                  <Base.ItemIndicator className="text-accent-text">
                    <Check size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
}

/** Something that takes effect at once; a value that is saved with a form is a checkbox or a yes/no choice. */
export function Switch({ label, ...rest }: SwitchProps) {
  return (
    <label className="flex min-h-(--control-small) cursor-pointer items-center justify-between gap-3 select-none">
      <span>{label}</span>
      <Base.Root
        {...rest}
        className="flex h-5 w-9 shrink-0 rounded-full border border-strong-border bg-sunken p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
      >
        <Base.Thumb className="size-4 rounded-full bg-strong-border transition-[translate,background-color] data-checked:translate-x-4 data-checked:bg-on-accent forced-colors:bg-[ButtonText]" />
      </Base.Root>
    </label>
  );
}

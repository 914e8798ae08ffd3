import {
  type HTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  createContext,
  use,
  useId,
} from 'react';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';

const GroupNameContext = createContext<string | undefined>(undefined);

interface RadioGroupProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement>;
}

/**
 * A choice of one option with the browser's own radio buttons. Tab focuses the chosen option, or the first enabled one
 * if none is chosen. Arrow keys choose the next option, and Enter submits the form.
 */
export function RadioGroup(props: RadioGroupProps) {
  return (
    <GroupNameContext value={useId()}>
      <div role="radiogroup" {...props} />
    </GroupNameContext>
  );
}

interface RadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'name' | 'onChange'> {
  checked: boolean;
  onChoose: () => void;
  ref?: Ref<HTMLInputElement>;
  'data-first-focus'?: '' | undefined;
}

/** The radio button itself: a circle, with a dot when checked. It must be inside the label that names it. */
export function Radio({ onChoose, className, ...rest }: RadioProps) {
  return <RadioControl {...rest} onChoose={onChoose} className={classNames('radio', className)} />;
}

interface RadioCardProps extends RadioProps {
  /** The visible content of the option. */
  children: ReactNode;
}

/** An option as a card. The radio button covers the whole card and takes every click; the card shows the focus. */
export function RadioCard({ className, children, ...rest }: RadioCardProps) {
  return (
    <label
      className={classNames(
        'relative cursor-pointer select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight]',
        className,
      )}
    >
      <RadioControl {...rest} className="absolute inset-0 m-0 cursor-[inherit] appearance-none outline-none" />
      {children}
    </label>
  );
}

function RadioControl({ onChoose, ...rest }: RadioProps) {
  return <input {...rest} type="radio" name={use(GroupNameContext)} onChange={onChoose} />;
}

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

/** A choice of a few options that are all visible, mostly yes and no. */
export function RadioInput<V extends string | number>({
  value,
  onValueChange,
  options,
  disabled,
  ...rest
}: RadioInputProps<V>) {
  return (
    <RadioGroup {...rest} className="flex min-h-(--control) flex-wrap items-center gap-x-5 gap-y-1">
      {options.map((option) => (
        <label key={option.value} className="flex min-h-(--choice) cursor-pointer items-center gap-2 select-none">
          <Radio disabled={disabled} checked={option.value === value} onChoose={() => onValueChange(option.value)} />
          {option.label}
        </label>
      ))}
    </RadioGroup>
  );
}

import { type KeyboardEvent, useId, useRef } from 'react';
import { FieldError } from './field.tsx';
import { useFocusOnMount } from './focus-on-mount.ts';
import { Kbd } from './kbd.tsx';
import { RadioCard, RadioGroup } from './radio-group.tsx';

interface NumberedChoiceProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V | null;
  readonly onValueChange: (value: V) => void;
  readonly error: string | undefined;
}

/** A required choice of a few options as cards, each with its digit, which has the focus in the dialog that it opens. */
export function NumberedChoice<V extends string>({
  label,
  options,
  value,
  onValueChange,
  error,
}: NumberedChoiceProps<V>) {
  const id = useId();
  const firstRadio = useRef<HTMLInputElement>(null);
  useFocusOnMount(firstRadio);
  return (
    <div className="@container flex flex-col gap-1">
      <span id={id} className="required-mark text-sm font-medium text-muted">
        {label}
      </span>
      <RadioGroup aria-labelledby={id} aria-required className="grid grid-cols-2 gap-2 @lg:grid-cols-3">
        {options.map((option, index) => (
          <RadioCard
            key={option.value}
            checked={option.value === value}
            onChoose={() => onValueChange(option.value)}
            ref={index === 0 ? firstRadio : undefined}
            data-first-focus={index === 0 ? '' : undefined}
            className="flex min-h-(--control) items-center justify-between gap-2 rounded-md border border-strong-border/60 bg-surface px-3 text-left font-medium hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text"
          >
            {option.label}
            <span aria-hidden="true">
              <Kbd>{index + 1}</Kbd>
            </span>
          </RadioCard>
        ))}
      </RadioGroup>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  );
}

/**
 * Handles the keys of a form with a numbered choice: a digit chooses an option by its index, and Enter submits. While
 * typing, digits are text, and Enter submits with Ctrl or Cmd.
 */
export function handleNumberedKeys(event: KeyboardEvent<HTMLFormElement>, choose: (index: number) => boolean): void {
  const isTyping = event.target instanceof HTMLTextAreaElement || isTextInput(event.target);
  const hasModifier = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && (!isTyping || hasModifier)) {
    event.preventDefault();
    event.currentTarget.requestSubmit();
    return;
  }
  if (!isTyping && !hasModifier && !event.altKey && choose(Number(event.key) - 1)) event.preventDefault();
}

const isTextInput = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'text';

import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps } from 'react';
import { ChoiceContext, type ChoiceHandle } from './choice-context.ts';
import { classNames } from './class-names.ts';
import { MenuButton } from './menu-button.tsx';
import { lazyComponent } from './lazy-component.ts';

const ChoicePanel = lazyComponent(async () => (await import('./choice-panel.tsx')).ChoicePanel);

interface ChoiceButtonProps extends ChoiceHandle, Omit<ComponentProps<'button'>, 'value' | 'children'> {
  label: string;
  /** Draws no frame, because the surrounding element has one. */
  isPlain?: boolean;
}

/**
 * A choice from a short list, for pages that should not load a select. It is a button that looks like a select, and its
 * list is loaded when the pointer or the focus reaches it. See docs/decisions/0056-give-all-selects-one-appearance.md.
 */
export function ChoiceButton({ label, value, options, onValueChange, isPlain, className, ...rest }: ChoiceButtonProps) {
  const selectedLabel = options.find((option) => option.value === value)?.label ?? '';
  return (
    <ChoiceContext value={{ value, options, onValueChange }}>
      <MenuButton
        panel={ChoicePanel}
        trigger={
          <button
            type="button"
            {...rest}
            aria-label={`${label}: ${selectedLabel}`}
            className={classNames(
              'flex items-center justify-between text-left',
              !isPlain && 'control gap-2 data-popup-open:border-focus',
              className,
            )}
          >
            <span className="truncate">{selectedLabel}</span>
            <ChevronDown size={isPlain ? 12 : 16} className="shrink-0 text-muted" />
          </button>
        }
      />
    </ChoiceContext>
  );
}

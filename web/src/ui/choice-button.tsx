import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, lazy } from 'react';
import { ChoiceContext, type ChoiceHandle } from './choice-context.ts';
import { classNames } from './class-names.ts';
import { MenuButton } from './menu-button.tsx';

const ChoicePanel = lazy(async () => ({ default: (await import('./choice-panel.tsx')).ChoicePanel }));

interface ChoiceButtonProps extends ChoiceHandle, Omit<ComponentProps<'button'>, 'value' | 'children'> {
  label: string;
  /** It stands in a frame that is drawn around it. */
  isPlain?: boolean;
}

/**
 * One of a short list, where a page should not bring a select along for it: at first there is a button alone, which looks like one, and
 * its list is fetched when the pointer or the focus comes near. See docs/decisions/0056-give-all-selects-one-appearance.md.
 */
export function ChoiceButton({ label, value, options, onValueChange, isPlain, className, ...rest }: ChoiceButtonProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? '';
  return (
    <ChoiceContext value={{ value, options, onValueChange }}>
      <MenuButton
        panel={ChoicePanel}
        trigger={
          <button
            type="button"
            {...rest}
            aria-label={`${label}: ${chosen}`}
            className={classNames(
              'flex items-center justify-between text-left',
              !isPlain && 'control gap-2 data-popup-open:border-focus',
              className,
            )}
          >
            <span className="truncate">{chosen}</span>
            <ChevronDown size={isPlain ? 12 : 16} aria-hidden="true" className="shrink-0 text-muted" />
          </button>
        }
      />
    </ChoiceContext>
  );
}

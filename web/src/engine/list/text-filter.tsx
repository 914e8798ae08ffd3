import type { Condition } from '@innkeeper/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type FilterMode, type FilterOption, carryValue, toCondition } from '../data/column-filter.ts';
import { FILTER_MODE_LABELS } from './filter-mode-labels.ts';
import { useTypedInput } from './use-typed-input.ts';

/** A text input below a column heading, and the button that opens the editor next to it. */
export interface TextFilterProps {
  option: FilterOption;
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
  onOpen: (event: React.MouseEvent) => void;
}

/** `heading` is shown inside the empty filter when it is not above the column. */
export function TextFilter({
  option,
  heading,
  label,
  condition,
  onChange,
  onOpen,
}: TextFilterProps & { heading: string }) {
  const typedInput = useTypedInput(carryValue(condition, option), (text) => onChange(toCondition(option, text.trim())));
  const mode = FILTER_MODE_LABELS[option.mode]();
  return (
    <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
      {typedInput.value !== '' && <FilterModeLabel mode={option.mode} />}
      <input
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={`${label}: ${mode}`}
        placeholder={`${heading} ${mode}`.trim()}
        autoComplete="off"
        spellCheck={false}
        value={typedInput.value}
        onChange={(event) => typedInput.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typedInput.flush();
          if (event.key !== 'Escape' || typedInput.value === '') return;
          event.preventDefault();
          typedInput.set('');
          typedInput.flush();
        }}
      />
      <FilterModeButton mode={option.mode} label={label} onOpen={onOpen} />
    </div>
  );
}

/** The filter mode of a column, as a word before the value. */
export function FilterModeLabel({ mode }: { mode: FilterMode }) {
  return (
    <span aria-hidden="true" className="list-filter-word">
      {FILTER_MODE_LABELS[mode]()}
    </span>
  );
}

interface FilterModeButtonProps extends Pick<TextFilterProps, 'label' | 'onOpen'> {
  mode: FilterMode;
}

/** Opens the editor with all other modes. */
export function FilterModeButton({ mode, label, onOpen }: FilterModeButtonProps) {
  const name = FILTER_MODE_LABELS[mode]();
  return (
    <button
      type="button"
      tabIndex={-1}
      className="list-filter-mode"
      aria-haspopup="dialog"
      aria-label={`${label}: ${name}`}
      title={name}
      onClick={onOpen}
    >
      <ChevronDown size={12} />
    </button>
  );
}

import type { Condition } from '@innkeeper/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type FilterMode, type FilterWay, carryValue, toCondition } from './column-filter.ts';
import { modeName } from './filter-mode-text.ts';
import { useTyping } from './use-typing.ts';

/** A filter that is typed under a column head, and the button that opens the editor beside it. */
export interface TypedFilterProps {
  way: FilterWay;
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
  onOpen: (event: React.MouseEvent) => void;
}

/** `heading` is said in the empty filter where it is not over the column. */
export function TypedFilter({
  way,
  heading,
  label,
  condition,
  onChange,
  onOpen,
}: TypedFilterProps & { heading: string }) {
  const typing = useTyping(carryValue(condition, way), (text) => onChange(toCondition(way, text.trim())));
  const mode = modeName[way.mode]();
  return (
    <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
      {typing.value !== '' && <FilterWord mode={way.mode} />}
      <input
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={`${label}: ${mode}`}
        placeholder={`${heading} ${mode}`.trim()}
        autoComplete="off"
        spellCheck={false}
        value={typing.value}
        onChange={(event) => typing.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
          if (event.key !== 'Escape' || typing.value === '') return;
          event.preventDefault();
          typing.set('');
          typing.flush();
        }}
      />
      <FilterModeButton mode={way.mode} label={label} onOpen={onOpen} />
    </div>
  );
}

/** The mode of a column's filter, in words before its value. */
export function FilterWord({ mode }: { mode: FilterMode }) {
  return (
    <span aria-hidden="true" className="list-filter-word">
      {modeName[mode]()}
    </span>
  );
}

interface FilterModeButtonProps extends Pick<TypedFilterProps, 'label' | 'onOpen'> {
  mode: FilterMode;
}

/** Opens the editor with every other way to compare. */
export function FilterModeButton({ mode, label, onOpen }: FilterModeButtonProps) {
  const name = modeName[mode]();
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
      <ChevronDown size={12} aria-hidden="true" />
    </button>
  );
}

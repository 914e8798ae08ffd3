import type { Condition } from '@innkeeper/contract';
import { type FilterMode, type FilterWay, carryValue, toCondition } from './column-filter.ts';
import { modeName, modeSign } from './filter-mode-text.ts';
import { useDraft } from './use-draft.ts';

/** A filter that is typed under a column head, and what opens the editor beside it. */
export interface TypedFilterProps {
  way: FilterWay;
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
  onOpen: (event: React.MouseEvent) => void;
}

export function TypedFilter({ way, label, condition, onChange, onOpen }: TypedFilterProps) {
  const draft = useDraft(carryValue(condition, way), (text) => onChange(toCondition(way, text.trim())));
  const mode = modeName[way.mode]();
  return (
    <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
      <FilterModeButton mode={way.mode} label={label} onOpen={onOpen} />
      <input
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={`${label}: ${mode}`}
        placeholder={mode}
        autoComplete="off"
        spellCheck={false}
        value={draft.value}
        onChange={(event) => draft.set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.flush();
          if (event.key !== 'Escape' || draft.value === '') return;
          event.preventDefault();
          draft.set('');
          draft.flush();
        }}
      />
    </div>
  );
}

interface FilterModeButtonProps extends Pick<TypedFilterProps, 'label' | 'onOpen'> {
  mode: FilterMode;
}

/** The sign of how a column is compared; opens the editor. */
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
      data-sign={modeSign[mode]}
      onClick={onOpen}
    />
  );
}

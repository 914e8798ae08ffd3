import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, memo, useMemo } from 'react';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { type FilterOption, filterOptions, findCondition, modeOf, toCondition } from './column-filter.ts';
import { type ChoiceNames, conditionSentence } from './condition-sentence.ts';
import { modeName } from './filter-mode-text.ts';
import { filterShape } from './filter-shape.ts';
import { NumberFilter } from './number-filter.tsx';
import { TextFilter } from './text-filter.tsx';

export interface FilterCellProps {
  definition: ResourceDefinition;
  column: string;
  /** The column heading on screen. */
  heading: string;
  /** The filter covers only a part of the column's content. */
  isPart: boolean;
  position: number;
  style: CSSProperties | undefined;
  conditions: readonly Condition[];
  names: ChoiceNames;
  /** Language of the cell's texts. */
  language: string;
  onChange: (column: string, condition: Condition | undefined) => void;
  /** Opens the editor with everything this column can be filtered by. */
  onOpen: (column: string, anchor: Element) => void;
}

/**
 * The filter below a column heading. Texts, numbers and flags are filtered in place; everything else opens the editor.
 */
export const FilterCell = memo(function FilterCell({
  definition: d,
  column,
  heading,
  isPart,
  position,
  style,
  conditions,
  names,
  onChange,
  onOpen,
}: FilterCellProps) {
  const options = useMemo(() => filterOptions(d, column), [d, column]);
  const condition = findCondition(conditions, options);
  const option =
    (condition && options.find((w) => w.column === condition.column && w.mode === modeOf(condition))) ?? options[0];
  const shape = option && filterShape(option.field);
  const label = t`Filter ${heading}`;
  const open = (event: React.MouseEvent) => onOpen(column, event.currentTarget.parentElement ?? event.currentTarget);
  return (
    <div role="gridcell" data-p={position} className="list-cell list-filter" style={style}>
      {option?.field.kind === 'flag' && (!condition || FLAG_MODES.has(modeOf(condition))) ? (
        <FlagFilter options={options} label={label} condition={condition} onChange={(next) => onChange(column, next)} />
      ) : option && takesText(option) && shape ? (
        <NumberFilter
          shape={shape}
          option={option}
          label={label}
          condition={condition}
          onChange={(next) => onChange(column, next)}
          onOpen={open}
        />
      ) : option && takesText(option) ? (
        <TextFilter
          option={option}
          heading={isPart ? heading : ''}
          label={label}
          condition={condition}
          onChange={(next) => onChange(column, next)}
          onOpen={open}
        />
      ) : option ? (
        <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
          <button
            type="button"
            data-focus
            tabIndex={-1}
            aria-haspopup="dialog"
            className={`list-filter-value${condition ? '' : ' is-empty'}`}
            aria-label={`${label}: ${condition ? conditionSentence(d, condition, names, heading) : t`All`}`}
            onClick={open}
          >
            {condition ? conditionSentence(d, condition, names, '').trim() : t`All`}
          </button>
        </div>
      ) : null}
    </div>
  );
});

const TYPED: ReadonlySet<string> = new Set([
  'contains',
  'start',
  'end',
  'matches',
  'exact',
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
]);
const takesText = (option: FilterOption): boolean => TYPED.has(option.mode);

/** Modes in the short menu below a flag's heading. The editor has the others. */
const FLAG_MODES: ReadonlySet<string> = new Set(['eq', 'empty', 'filled']);

interface InPlaceProps {
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
}

function FlagFilter({ options, label, condition, onChange }: InPlaceProps & { options: readonly FilterOption[] }) {
  const value = condition ? (modeOf(condition) === 'eq' ? condition.value : modeOf(condition)) : '';
  const pick = (next: string) => {
    const option = options.find((w) => w.mode === (next === 'empty' || next === 'filled' ? next : 'eq'));
    onChange(next === '' || !option ? undefined : toCondition(option, next));
  };
  return (
    <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
      <ChoiceButton
        isPlain
        data-focus
        tabIndex={-1}
        label={label}
        className={`list-filter-value${condition ? '' : ' is-empty'}`}
        value={value}
        onValueChange={pick}
        options={[
          { value: '', label: t`All` },
          { value: '1', label: t`Yes` },
          { value: '0', label: t`No` },
          { value: 'empty', label: modeName.empty() },
          { value: 'filled', label: modeName.filled() },
        ]}
      />
    </div>
  );
}

import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, memo, useMemo } from 'react';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { type FilterOption, filterOptions, findCondition, modeOf, toCondition } from '../data/column-filter.ts';
import { type ChoiceNames, describeCondition } from '../data/describe-condition.ts';
import { FILTER_MODE_LABELS } from './filter-mode-labels.ts';
import { filterShape } from './filter-shape.ts';
import { NumberFilter } from './number-filter.tsx';
import { TextFilter } from './text-filter.tsx';

export interface FilterCellProps {
  definition: ResourceDefinition;
  column: string;
  /** The column heading on screen. */
  heading: string;
  /** The filter covers only a part of the displayed content. */
  isPartial: boolean;
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
  definition,
  column,
  heading,
  isPartial,
  position,
  style,
  conditions,
  names,
  onChange,
  onOpen,
}: FilterCellProps) {
  const options = useMemo(() => filterOptions(definition, column), [definition, column]);
  const condition = findCondition(conditions, options);
  const option =
    (condition &&
      options.find((candidate) => candidate.column === condition.column && candidate.mode === modeOf(condition))) ??
    options[0];
  const shape = option && filterShape(option.field);
  const label = t`Filter ${heading}`;
  const open = (event: React.MouseEvent) => onOpen(column, event.currentTarget.parentElement ?? event.currentTarget);
  return (
    <div role="gridcell" data-p={position} className="list-cell list-filter" style={style}>
      {option?.field.kind === 'flag' && (!condition || FLAG_MODES.has(modeOf(condition))) ? (
        <FlagFilter options={options} label={label} condition={condition} onChange={(next) => onChange(column, next)} />
      ) : option && isTextMode(option) && shape ? (
        <NumberFilter
          shape={shape}
          option={option}
          label={label}
          condition={condition}
          onChange={(next) => onChange(column, next)}
          onOpen={open}
        />
      ) : option && isTextMode(option) ? (
        <TextFilter
          option={option}
          heading={isPartial ? heading : ''}
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
            aria-label={`${label}: ${condition ? describeCondition(definition, condition, names, heading) : t`All`}`}
            onClick={open}
          >
            {condition ? describeCondition(definition, condition, names, '').trim() : t`All`}
          </button>
        </div>
      ) : null}
    </div>
  );
});

const TEXT_MODES: ReadonlySet<string> = new Set([
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
const isTextMode = (option: FilterOption): boolean => TEXT_MODES.has(option.mode);

/** Modes in the short menu below a flag's heading. The editor has the others. */
const FLAG_MODES: ReadonlySet<string> = new Set(['eq', 'empty', 'filled']);

interface InlineFilterProps {
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
}

function FlagFilter({ options, label, condition, onChange }: InlineFilterProps & { options: readonly FilterOption[] }) {
  const value = condition ? (modeOf(condition) === 'eq' ? condition.value : modeOf(condition)) : '';
  const selectMode = (next: string) => {
    const option = options.find(
      (candidate) => candidate.mode === (next === 'empty' || next === 'filled' ? next : 'eq'),
    );
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
        onValueChange={selectMode}
        options={[
          { value: '', label: t`All` },
          { value: '1', label: t`Yes` },
          { value: '0', label: t`No` },
          { value: 'empty', label: FILTER_MODE_LABELS.empty() },
          { value: 'filled', label: FILTER_MODE_LABELS.filled() },
        ]}
      />
    </div>
  );
}

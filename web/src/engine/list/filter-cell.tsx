import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, memo, useMemo } from 'react';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { type FilterWay, filterWays, findCondition, modeOf, toCondition } from './column-filter.ts';
import { type ChoiceNames, conditionSentence } from './condition-sentence.ts';
import { modeName } from './filter-mode-text.ts';
import { filterShape } from './filter-shape.ts';
import { NumberFilter } from './number-filter.tsx';
import { TypedFilter } from './typed-filter.tsx';

export interface FilterCellProps {
  definition: ResourceDefinition;
  column: string;
  /** The column's head on screen. */
  heading: string;
  /** The filter covers only a part of the column's content. */
  isPart: boolean;
  place: number;
  style: CSSProperties | undefined;
  conditions: readonly Condition[];
  names: ChoiceNames;
  /** Texts are drawn in it. */
  language: string;
  onChange: (column: string, condition: Condition | undefined) => void;
  /** Opens the editor with everything this column can be filtered by. */
  onOpen: (column: string, anchor: Element) => void;
}

/** The filter under a column head. Texts, numbers and flags are set in place; everything else opens the editor. */
export const FilterCell = memo(function FilterCell({
  definition: d,
  column,
  heading,
  isPart,
  place,
  style,
  conditions,
  names,
  onChange,
  onOpen,
}: FilterCellProps) {
  const ways = useMemo(() => filterWays(d, column), [d, column]);
  const condition = findCondition(conditions, ways);
  const way = (condition && ways.find((w) => w.column === condition.column && w.mode === modeOf(condition))) ?? ways[0];
  const shape = way && filterShape(way.field);
  const label = t`Filter ${heading}`;
  const open = (event: React.MouseEvent) => onOpen(column, event.currentTarget.parentElement ?? event.currentTarget);
  return (
    <div role="gridcell" data-p={place} className="list-cell list-filter" style={style}>
      {way?.field.kind === 'flag' && (!condition || FLAG_MODES.has(modeOf(condition))) ? (
        <FlagFilter ways={ways} label={label} condition={condition} onChange={(next) => onChange(column, next)} />
      ) : way && isTyped(way) && shape ? (
        <NumberFilter
          shape={shape}
          way={way}
          label={label}
          condition={condition}
          onChange={(next) => onChange(column, next)}
          onOpen={open}
        />
      ) : way && isTyped(way) ? (
        <TypedFilter
          way={way}
          heading={isPart ? heading : ''}
          label={label}
          condition={condition}
          onChange={(next) => onChange(column, next)}
          onOpen={open}
        />
      ) : way ? (
        <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
          <button
            type="button"
            data-focus
            tabIndex={-1}
            aria-haspopup="dialog"
            className={`list-filter-value${condition ? '' : ' is-empty'}`}
            aria-label={`${label}: ${condition ? conditionSentence(d, condition, names, heading) : t`any`}`}
            onClick={open}
          >
            {condition ? conditionSentence(d, condition, names, '').trim() : t`any`}
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
const isTyped = (way: FilterWay): boolean => TYPED.has(way.mode);

/** The short list under a flag's head; other ways stand in the editor. */
const FLAG_MODES: ReadonlySet<string> = new Set(['eq', 'empty', 'filled']);

interface InPlaceProps {
  label: string;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
}

function FlagFilter({ ways, label, condition, onChange }: InPlaceProps & { ways: readonly FilterWay[] }) {
  const value = condition ? (modeOf(condition) === 'eq' ? condition.value : modeOf(condition)) : '';
  const pick = (next: string) => {
    const way = ways.find((w) => w.mode === (next === 'empty' || next === 'filled' ? next : 'eq'));
    onChange(next === '' || !way ? undefined : toCondition(way, next));
  };
  return (
    <div className={`list-filter-control${condition ? ' is-set' : ''}`}>
      <ChoiceButton
        isBare
        data-focus
        tabIndex={-1}
        label={label}
        className={`list-filter-value${condition ? '' : ' is-empty'}`}
        value={value}
        onValueChange={pick}
        options={[
          { value: '', label: t`any` },
          { value: '1', label: t`Yes` },
          { value: '0', label: t`No` },
          { value: 'empty', label: modeName.empty() },
          { value: 'filled', label: modeName.filled() },
        ]}
      />
    </div>
  );
}

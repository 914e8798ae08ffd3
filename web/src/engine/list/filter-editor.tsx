import { type Condition, type Label, type ResourceDefinition, formatMessage } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { numberProblem } from '../../format/number-input.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FieldError } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import { ChoiceChecklist } from './choice-checklist.tsx';
import {
  type FilterOption,
  carryValue,
  choiceSource,
  filterOptions,
  findCondition,
  listValues,
  modeOf,
  toCondition,
} from '../data/column-filter.ts';
import { FILTER_MODE_LABELS } from './filter-mode-labels.ts';
import { InstantRangeEditor, TimeRangeEditor, MonthEditor, PresetEditor } from './date-editors.tsx';
import { filterShape } from './filter-shape.ts';
import { OptionButton } from './option-button.tsx';
import { useTypedInput } from './use-typed-input.ts';

interface FilterEditorProps {
  definition: ResourceDefinition;
  column: string;
  conditions: readonly Condition[];
  /** Focuses the first control. */
  autoFocus?: boolean;
  onChange: (condition: Condition | undefined) => void;
}

/** All filters of a column: mode and value. Every change applies immediately. */
export function FilterEditor({ definition, column, conditions, autoFocus, onChange }: FilterEditorProps) {
  const { t } = useLingui();
  const options = filterOptions(definition, column);
  const condition = findCondition(conditions, options);
  const activeOption =
    condition &&
    options.find((candidate) => candidate.column === condition.column && candidate.mode === modeOf(condition));
  const [selectedOption, setSelectedOption] = useState<FilterOption | null>(null);
  const option = options.find((candidate) => candidate.mode === selectedOption?.mode) ?? activeOption ?? options[0];
  if (!option) return null;
  const offeredOptions = options.filter((candidate) => !candidate.isRetired || candidate === option);
  const selectOption = (next: FilterOption) => {
    setSelectedOption(next);
    const nextCondition = toCondition(next, carryValue(condition, next));
    if (nextCondition || condition) onChange(nextCondition);
  };
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={t`Filter mode`} className="flex flex-wrap gap-1">
        {offeredOptions.map((candidate) => (
          <OptionButton key={candidate.mode} pressed={candidate === option} onClick={() => selectOption(candidate)}>
            {FILTER_MODE_LABELS[candidate.mode]()}
          </OptionButton>
        ))}
      </div>
      <ValueEditor
        key={option.mode}
        option={option}
        value={carryValue(condition, option)}
        autoFocus={autoFocus}
        onChange={(value) => onChange(toCondition(option, value))}
      />
    </div>
  );
}

interface ValueEditorProps {
  option: FilterOption;
  value: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

function ValueEditor({ option, value, autoFocus, onChange }: ValueEditorProps) {
  const label = useLabel();
  const { mode, field } = option;
  if (mode === 'empty' || mode === 'filled') return null;
  if (mode === 'preset')
    return (
      <PresetEditor
        isFutureFirst={field.kind === 'date' && field.futureDates === true}
        value={value}
        onChange={onChange}
      />
    );
  if (mode === 'month') return <MonthEditor value={value} onChange={onChange} />;
  if (mode === 'date_between') return <DateRangeEditor value={value} onChange={onChange} />;
  if (mode === 'moment') return <InstantRangeEditor value={value} onChange={onChange} />;
  if (mode === 'time') return <TimeRangeEditor value={value} onChange={onChange} />;
  if (mode === 'includes' || mode === 'one' || mode === 'excepts') {
    const source = choiceSource(field);
    if (source) return <ChoiceChecklist source={source} value={value} autoFocus={autoFocus} onChange={onChange} />;
    const selectedValues = listValues(value);
    const choices = field.kind === 'choice' ? field.choices : field.kind === 'flag' ? FLAG_CHOICES : [];
    return (
      <div className="flex flex-wrap gap-1">
        {choices.map((c) => (
          <OptionButton
            key={c.value}
            pressed={selectedValues.includes(c.value)}
            onClick={() =>
              onChange(
                (mode === 'one' ? choices.filter((o) => o.value === c.value) : choices)
                  .map((o) => o.value)
                  .filter((v) => selectedValues.includes(v) !== (v === c.value))
                  .join(','),
              )
            }
          >
            {label(c.label)}
          </OptionButton>
        ))}
      </div>
    );
  }
  if (field.kind === 'flag') {
    return (
      <div className="flex gap-1">
        <OptionButton pressed={value === '1'} onClick={() => onChange('1')}>
          <Trans>Yes</Trans>
        </OptionButton>
        <OptionButton pressed={value === '0'} onClick={() => onChange('0')}>
          <Trans>No</Trans>
        </OptionButton>
      </div>
    );
  }
  return <TextEditor option={option} value={value} autoFocus={autoFocus} onChange={onChange} />;
}

function TextEditor({ option, value, autoFocus, onChange }: ValueEditorProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const id = useId();
  const shape = filterShape(option.field);
  const typedInput = useTypedInput(value, (text) => {
    if (!shape) onChange(text.trim());
    else if (!numberProblem(text || null, shape)) onChange(text);
  });
  const label = t`Value`;
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && typedInput.flush();
  // The user opened the panel to type, so focus the input.
  const controlProps = { 'aria-label': label, autoFocus };
  if (!shape) {
    return (
      <TextInput
        {...controlProps}
        autoComplete="off"
        value={typedInput.value}
        onValueChange={typedInput.set}
        onKeyDown={onKeyDown}
      />
    );
  }
  const problem = numberProblem(typedInput.value || null, shape);
  return (
    <div className="flex flex-col gap-1" onKeyDown={onKeyDown}>
      <NumberInput
        {...controlProps}
        aria-describedby={problem && id}
        shape={shape}
        isPlain
        value={typedInput.value || null}
        onValueChange={(next) => typedInput.set(next ?? '')}
      />
      {problem && <FieldError id={id}>{formatMessage(problem, language)}</FieldError>}
    </div>
  );
}

/** Choices for a flag in a filter that includes or excludes several values. */
const FLAG_CHOICES: readonly { readonly value: string; readonly label: Label }[] = [
  { value: '1', label: { en: 'Yes', id: 'Ya' } },
  { value: '0', label: { en: 'No', id: 'Tidak' } },
];

const isDayOrNull = (day: string | null): boolean => day === null || /^\d{4}-\d{2}-\d{2}$/.test(day);

function DateRangeEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [from = '', to = ''] = value.split(',');
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: from || null, to: to || null });
  const lastValue = useRef(value);
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setDays({ from: from || null, to: to || null });
  }, [value, from, to]);
  const change = (next: typeof days) => {
    setDays(next);
    if (!isDayOrNull(next.from) || !isDayOrNull(next.to)) return;
    lastValue.current = next.from || next.to ? `${next.from ?? ''},${next.to ?? ''}` : '';
    onChange(lastValue.current);
  };
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
      <DateField
        label={<Trans>From</Trans>}
        value={days.from}
        onValueChange={(day) => change({ ...days, from: day })}
      />
      <DateField label={<Trans>To</Trans>} value={days.to} onValueChange={(day) => change({ ...days, to: day })} />
    </div>
  );
}

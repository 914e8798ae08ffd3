import { type Condition, type Label, type ResourceDefinition, sentence } from '@innkeeper/contract';
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
} from './column-filter.ts';
import { modeName } from './filter-mode-text.ts';
import { MomentEditor, TimeEditor } from './moment-editor.tsx';
import { MonthEditor } from './month-editor.tsx';
import { filterShape } from './filter-shape.ts';
import { OptionButton } from './option-button.tsx';
import { PresetEditor } from './preset-editor.tsx';
import { useTyping } from './use-typing.ts';

interface FilterEditorProps {
  definition: ResourceDefinition;
  column: string;
  conditions: readonly Condition[];
  /** Focuses the first control. */
  autoFocus?: boolean;
  onChange: (condition: Condition | undefined) => void;
}

/** All filters of a column: mode and value. Every change applies immediately. */
export function FilterEditor({ definition: d, column, conditions, autoFocus, onChange }: FilterEditorProps) {
  const { t } = useLingui();
  const options = filterOptions(d, column);
  const condition = findCondition(conditions, options);
  const activeOption = condition && options.find((w) => w.column === condition.column && w.mode === modeOf(condition));
  const [picked, setPicked] = useState<FilterOption | null>(null);
  const option = options.find((w) => w.mode === picked?.mode) ?? activeOption ?? options[0];
  if (!option) return null;
  const pick = (next: FilterOption) => {
    setPicked(next);
    const changed = toCondition(next, carryValue(condition, next));
    if (changed || condition) onChange(changed);
  };
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={t`Filter mode`} className="flex flex-wrap gap-1">
        {options.map((w) => (
          <OptionButton key={w.mode} pressed={w === option} onClick={() => pick(w)}>
            {modeName[w.mode]()}
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
      <PresetEditor isAhead={field.kind === 'date' && field.futureDates === true} value={value} onChange={onChange} />
    );
  if (mode === 'month') return <MonthEditor value={value} onChange={onChange} />;
  if (mode === 'date_between') return <RangeEditor value={value} onChange={onChange} />;
  if (mode === 'moment') return <MomentEditor value={value} onChange={onChange} />;
  if (mode === 'time') return <TimeEditor value={value} onChange={onChange} />;
  if (mode === 'includes' || mode === 'one' || mode === 'excepts') {
    const source = choiceSource(field);
    if (source)
      return (
        <ChoiceChecklist
          source={source}
          value={value}
          isSingle={mode === 'one'}
          autoFocus={autoFocus}
          onChange={onChange}
        />
      );
    const chosen = listValues(value);
    const choices = field.kind === 'choice' ? field.choices : field.kind === 'flag' ? FLAG_CHOICES : [];
    return (
      <div className="flex flex-wrap gap-1">
        {choices.map((c) => (
          <OptionButton
            key={c.value}
            pressed={chosen.includes(c.value)}
            onClick={() =>
              onChange(
                (mode === 'one' ? choices.filter((o) => o.value === c.value) : choices)
                  .map((o) => o.value)
                  .filter((v) => chosen.includes(v) !== (v === c.value))
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
  const typing = useTyping(value, (text) => {
    if (!shape) onChange(text.trim());
    else if (!numberProblem(text || null, shape)) onChange(text);
  });
  const label = t`Value`;
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && typing.flush();
  // The panel was opened to type into it.
  const control = { 'aria-label': label, autoFocus };
  if (!shape) {
    return (
      <TextInput
        {...control}
        autoComplete="off"
        value={typing.value}
        onValueChange={typing.set}
        onKeyDown={onKeyDown}
      />
    );
  }
  const problem = numberProblem(typing.value || null, shape);
  return (
    <div className="flex flex-col gap-1" onKeyDown={onKeyDown}>
      <NumberInput
        {...control}
        aria-describedby={problem && id}
        shape={shape}
        isPlain
        value={typing.value || null}
        onValueChange={(next) => typing.set(next ?? '')}
      />
      {problem && <FieldError id={id}>{sentence(problem, language)}</FieldError>}
    </div>
  );
}

/** Values of a flag when several are included or excluded. */
const FLAG_CHOICES: readonly { readonly value: string; readonly label: Label }[] = [
  { value: '1', label: { en: 'Yes', id: 'Ya' } },
  { value: '0', label: { en: 'No', id: 'Tidak' } },
];

const isDayOrNull = (day: string | null): boolean => day === null || /^\d{4}-\d{2}-\d{2}$/.test(day);

function RangeEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [from = '', to = ''] = value.split(',');
  const [days, setDays] = useState<{ from: string | null; to: string | null }>({ from: from || null, to: to || null });
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setDays({ from: from || null, to: to || null });
  }, [value, from, to]);
  const change = (next: typeof days) => {
    setDays(next);
    if (!isDayOrNull(next.from) || !isDayOrNull(next.to)) return;
    sent.current = next.from || next.to ? `${next.from ?? ''},${next.to ?? ''}` : '';
    onChange(sent.current);
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

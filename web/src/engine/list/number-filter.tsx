import type { NumberShape } from '@innkeeper/contract';
import { Suspense, useRef, useState } from 'react';
import { numberProblem } from '../../format/number-input.ts';
import { useNumberInput } from '../../ui/use-number-input.ts';
import { carryValue, toCondition } from '../data/column-filter.ts';
import { FILTER_MODE_LABELS } from './filter-mode-labels.ts';
import { FilterModeButton, FilterModeLabel, type TextFilterProps } from './text-filter.tsx';
import { useTypedInput } from './use-typed-input.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const NumberProblem = lazyComponent(async () => (await import('./number-problem.tsx')).NumberProblem);

/**
 * A number below a column heading, parsed as in forms. Its error is shown in a panel because the cell has no space for
 * it.
 */
export function NumberFilter({
  option,
  label,
  condition,
  onChange,
  onOpen,
  shape,
}: TextFilterProps & { shape: NumberShape }) {
  const cell = useRef<HTMLDivElement>(null);
  const [problemDisplay, setProblemDisplay] = useState<'nothing' | 'beside' | 'inside'>('nothing');
  const typedInput = useTypedInput(carryValue(condition, option), (text) => {
    if (!numberProblem(text || null, shape)) onChange(toCondition(option, text));
  });
  const { input, props, parsed, choose } = useNumberInput({
    value: typedInput.value || null,
    onValueChange: (next) => typedInput.set(next ?? ''),
    shape,
    isPlain: true,
  });
  const commitValue = (value: string | null) => {
    choose(value);
    typedInput.flush();
    setProblemDisplay('nothing');
  };
  const invalidInput = parsed && 'problem' in parsed ? parsed : undefined;
  const name = `${label}: ${FILTER_MODE_LABELS[option.mode]()}`;
  return (
    <div ref={cell} className={`list-filter-control${condition ? ' is-set' : ''}${invalidInput ? ' is-wrong' : ''}`}>
      {typedInput.value !== '' && <FilterModeLabel mode={option.mode} />}
      <input
        {...props}
        ref={input}
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={name}
        placeholder={FILTER_MODE_LABELS[option.mode]()}
        aria-invalid={invalidInput ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setProblemDisplay('nothing');
          props.onChange(event);
        }}
        onBlur={() => {
          props.onBlur();
          if (problemDisplay === 'nothing') setProblemDisplay('beside');
        }}
        onKeyDown={(event) => {
          props.onKeyDown(event);
          if (event.key === 'Enter') {
            typedInput.flush();
            setProblemDisplay('inside');
          }
          if (event.key !== 'Escape' || event.currentTarget.value === '') return;
          event.preventDefault();
          commitValue(null);
        }}
      />
      <FilterModeButton mode={option.mode} label={label} onOpen={onOpen} />
      {invalidInput && problemDisplay !== 'nothing' && cell.current && (
        <Suspense>
          <NumberProblem
            anchor={cell.current}
            label={name}
            parsed={invalidInput}
            takesFocus={problemDisplay === 'inside'}
            onChoose={(value) => {
              commitValue(value);
              input.current?.focus();
            }}
            onClose={() => setProblemDisplay('nothing')}
          />
        </Suspense>
      )}
    </div>
  );
}

import type { NumberShape } from '@innkeeper/contract';
import { Suspense, lazy, useRef, useState } from 'react';
import { numberProblem } from '../../format/number-input.ts';
import { useNumberInput } from '../../ui/use-number-input.ts';
import { carryValue, toCondition } from './column-filter.ts';
import { modeName } from './filter-mode-text.ts';
import { FilterModeButton, FilterModeLabel, type TextFilterProps } from './text-filter.tsx';
import { useTyping } from './use-typing.ts';

const NumberProblem = lazy(async () => ({ default: (await import('./number-problem.tsx')).NumberProblem }));

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
  const [hint, setHint] = useState<'nothing' | 'beside' | 'inside'>('nothing');
  const typing = useTyping(carryValue(condition, option), (text) => {
    if (!numberProblem(text || null, shape)) onChange(toCondition(option, text));
  });
  const { input, props, read, choose } = useNumberInput({
    value: typing.value || null,
    onValueChange: (next) => typing.set(next ?? ''),
    shape,
    isPlain: true,
  });
  const take = (value: string | null) => {
    choose(value);
    typing.flush();
    setHint('nothing');
  };
  const wrong = read && 'problem' in read ? read : undefined;
  const name = `${label}: ${modeName[option.mode]()}`;
  return (
    <div ref={cell} className={`list-filter-control${condition ? ' is-set' : ''}${wrong ? ' is-wrong' : ''}`}>
      {typing.value !== '' && <FilterModeLabel mode={option.mode} />}
      <input
        {...props}
        ref={input}
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={name}
        placeholder={modeName[option.mode]()}
        aria-invalid={wrong ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setHint('nothing');
          props.onChange(event);
        }}
        onBlur={() => {
          props.onBlur();
          if (hint === 'nothing') setHint('beside');
        }}
        onKeyDown={(event) => {
          props.onKeyDown(event);
          if (event.key === 'Enter') {
            typing.flush();
            setHint('inside');
          }
          if (event.key !== 'Escape' || event.currentTarget.value === '') return;
          event.preventDefault();
          take(null);
        }}
      />
      <FilterModeButton mode={option.mode} label={label} onOpen={onOpen} />
      {wrong && hint !== 'nothing' && cell.current && (
        <Suspense>
          <NumberProblem
            anchor={cell.current}
            label={name}
            read={wrong}
            takesFocus={hint === 'inside'}
            onChoose={(value) => {
              take(value);
              input.current?.focus();
            }}
            onClose={() => setHint('nothing')}
          />
        </Suspense>
      )}
    </div>
  );
}

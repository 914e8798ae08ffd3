import type { NumberShape } from '@innkeeper/contract';
import { Suspense, lazy, useRef, useState } from 'react';
import { numberProblem } from '../../format/typed-number.ts';
import { useTypedNumber } from '../../ui/use-typed-number.ts';
import { carryValue, toCondition } from './column-filter.ts';
import { modeName } from './filter-mode-text.ts';
import { FilterModeButton, FilterWord, type TypedFilterProps } from './typed-filter.tsx';
import { useTyping } from './use-typing.ts';

const NumberProblem = lazy(async () => ({ default: (await import('./number-problem.tsx')).NumberProblem }));

/** A number under a column head, read as in forms. Its error stands in a panel: the cell has no room for it. */
export function NumberFilter({
  way,
  label,
  condition,
  onChange,
  onOpen,
  shape,
}: TypedFilterProps & { shape: NumberShape }) {
  const cell = useRef<HTMLDivElement>(null);
  const [told, tell] = useState<'nothing' | 'beside' | 'inside'>('nothing');
  const typing = useTyping(carryValue(condition, way), (text) => {
    if (!numberProblem(text || null, shape)) onChange(toCondition(way, text));
  });
  const { input, props, read, choose } = useTypedNumber({
    value: typing.value || null,
    onValueChange: (next) => typing.set(next ?? ''),
    shape,
    isBare: true,
  });
  const take = (value: string | null) => {
    choose(value);
    typing.flush();
    tell('nothing');
  };
  const wrong = read && 'problem' in read ? read : undefined;
  const name = `${label}: ${modeName[way.mode]()}`;
  return (
    <div ref={cell} className={`list-filter-control${condition ? ' is-set' : ''}${wrong ? ' is-wrong' : ''}`}>
      {typing.value !== '' && <FilterWord mode={way.mode} />}
      <input
        {...props}
        ref={input}
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={name}
        placeholder={modeName[way.mode]()}
        aria-invalid={wrong ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          tell('nothing');
          props.onChange(event);
        }}
        onBlur={() => {
          props.onBlur();
          if (told === 'nothing') tell('beside');
        }}
        onKeyDown={(event) => {
          props.onKeyDown(event);
          if (event.key === 'Enter') {
            typing.flush();
            tell('inside');
          }
          if (event.key !== 'Escape' || event.currentTarget.value === '') return;
          event.preventDefault();
          take(null);
        }}
      />
      <FilterModeButton mode={way.mode} label={label} onOpen={onOpen} />
      {wrong && told !== 'nothing' && cell.current && (
        <Suspense>
          <NumberProblem
            anchor={cell.current}
            label={name}
            read={wrong}
            takesFocus={told === 'inside'}
            onChoose={(value) => {
              take(value);
              input.current?.focus();
            }}
            onClose={() => tell('nothing')}
          />
        </Suspense>
      )}
    </div>
  );
}

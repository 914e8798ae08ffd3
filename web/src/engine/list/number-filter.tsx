import { type NumberShape, sentence } from '@innkeeper/contract';
import { useRef, useState } from 'react';
import { numberProblem } from '../../format/typed-number.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { FieldError } from '../../ui/field.tsx';
import { NumberChoices } from '../../ui/number-choices.tsx';
import { useTypedNumber } from '../../ui/use-typed-number.ts';
import { carryValue, toCondition } from './column-filter.ts';
import { modeName } from './filter-mode-text.ts';
import { FilterModeButton, FilterWord, type TypedFilterProps } from './typed-filter.tsx';
import { useDraft } from './use-draft.ts';

/** A number under a column head, read as in forms. What is to be said of it stands in a panel: the cell has no room for it. */
export function NumberFilter({
  way,
  label,
  condition,
  onChange,
  onOpen,
  shape,
}: TypedFilterProps & { shape: NumberShape }) {
  const language = useLanguage();
  const cell = useRef<HTMLDivElement>(null);
  const [told, tell] = useState<'nothing' | 'beside' | 'inside'>('nothing');
  const draft = useDraft(carryValue(condition, way), (text) => {
    if (!numberProblem(text || null, shape)) onChange(toCondition(way, text));
  });
  const { input, props, read, choose } = useTypedNumber({
    value: draft.value || null,
    onValueChange: (next) => draft.set(next ?? ''),
    shape,
    isBare: true,
  });
  const take = (value: string | null) => {
    choose(value);
    draft.flush();
    tell('nothing');
  };
  const problem = read && 'problem' in read ? read.problem : undefined;
  const name = `${label}: ${modeName[way.mode]()}`;
  return (
    <div ref={cell} className={`list-filter-control${condition ? ' is-set' : ''}${problem ? ' is-wrong' : ''}`}>
      {draft.value !== '' && <FilterWord mode={way.mode} />}
      <input
        {...props}
        ref={input}
        data-focus
        tabIndex={-1}
        className="list-filter-value"
        aria-label={name}
        placeholder={modeName[way.mode]()}
        aria-invalid={problem ? true : undefined}
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
            draft.flush();
            tell('inside');
          }
          if (event.key !== 'Escape' || event.currentTarget.value === '') return;
          event.preventDefault();
          take(null);
        }}
      />
      <FilterModeButton mode={way.mode} label={label} onOpen={onOpen} />
      {problem && told !== 'nothing' && cell.current && (
        <AnchoredPopover
          anchor={cell.current}
          label={name}
          className="flex max-w-72 flex-col gap-2 p-3"
          takesFocus={told === 'inside'}
          onClose={() => tell('nothing')}
        >
          <FieldError>{sentence(problem, language)}</FieldError>
          {read?.kind === 'ambiguous' && (
            <NumberChoices
              values={read.values}
              onChoose={(value) => {
                take(value);
                input.current?.focus();
              }}
            />
          )}
        </AnchoredPopover>
      )}
    </div>
  );
}

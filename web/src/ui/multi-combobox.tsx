import { Combobox as Base } from '@base-ui/react/combobox';
import type { ChoiceItem } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';
import { cancelEscapeClear } from './combobox-escape.ts';
import { ComboboxList } from './combobox-list.tsx';
import type { ControlProps } from './field.tsx';
import { type LoadChoices, useChoices } from './use-choices.ts';

export interface MultiComboboxInputProps extends ControlProps {
  value: readonly ChoiceItem[];
  onValueChange: (value: readonly ChoiceItem[]) => void;
  load: LoadChoices;
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

const isSameRecord = (a: ChoiceItem, b: ChoiceItem) => a.id === b.id;

/** An input for several records, which are searched on the server while typing and shown as chips before the text. */
export function MultiComboboxInput({
  value,
  onValueChange,
  load,
  placeholder,
  disabled,
  onBlur,
  className,
  ref,
  ...controlProps
}: MultiComboboxInputProps) {
  const { t } = useLingui();
  const choices = useChoices(load);
  return (
    <Base.Root
      multiple
      items={choices.items}
      value={[...value]}
      filter={null}
      autoHighlight
      disabled={disabled}
      itemToStringLabel={(item: ChoiceItem) => item.name}
      isItemEqualToValue={isSameRecord}
      onValueChange={(next: ChoiceItem[], details) => {
        if (!cancelEscapeClear(details)) onValueChange(next);
      }}
      onInputValueChange={(text, details) => {
        const { reason } = details;
        if (cancelEscapeClear(details)) return;
        if (reason === 'input-change' || reason === 'input-clear') choices.requestItems(text.trim(), 'pause');
      }}
      onOpenChange={(open, { reason }) => {
        if (open && reason !== 'input-change') choices.requestItems('', 'now');
      }}
    >
      <Base.InputGroup
        className={classNames(
          'control flex h-auto! min-h-(--control) flex-wrap items-center gap-1 px-1.5! py-1',
          className,
        )}
      >
        <Base.Chips className="contents">
          {value.map((item) => (
            <Base.Chip
              key={item.id}
              className="flex h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pl-2 text-sm text-accent-text outline-none data-highlighted:bg-accent data-highlighted:text-on-accent"
            >
              <span className="truncate">{item.name}</span>
              <Base.ChipRemove
                aria-label={t`Remove ${item.name}`}
                className="flex size-6 items-center justify-center rounded-sm hover:bg-accent hover:text-on-accent"
              >
                <X size={13} />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            ref={ref}
            {...controlProps}
            placeholder={value.length === 0 ? placeholder : undefined}
            onBlur={onBlur}
            className="h-6 min-w-16 flex-1 bg-transparent px-1 outline-none disabled:cursor-not-allowed"
          />
        </Base.Chips>
      </Base.InputGroup>
      <ComboboxList state={choices.state} controlProps={controlProps} />
    </Base.Root>
  );
}

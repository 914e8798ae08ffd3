import { Combobox as Base } from '@base-ui/react/combobox';
import type { ChoiceItem } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type Ref, useState } from 'react';
import { classNames } from './class-names.ts';
import { cancelEscapeClear } from './combobox-escape.ts';
import { CREATE_ID, ComboboxList } from './combobox-list.tsx';
import type { ControlProps } from './field.tsx';
import { type LoadChoices, useChoices } from './use-choices.ts';

export interface ComboboxInputProps extends ControlProps {
  /** The chosen record. Its name is shown without a request. */
  value: ChoiceItem | null;
  onValueChange: (value: ChoiceItem | null) => void;
  load: LoadChoices;
  /** Adds a last line to the list, which offers to create a record with the entered text. */
  onCreate?: (search: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** The choice can be changed, but not cleared. */
  notClearable?: boolean;
  onBlur?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

const isSameRecord = (a: ChoiceItem, b: ChoiceItem) => a.id === b.id;

/** An input for one record, which is searched on the server while typing. */
export function ComboboxInput(props: ComboboxInputProps) {
  const {
    value,
    onValueChange,
    load,
    onCreate,
    placeholder,
    disabled,
    notClearable,
    onBlur,
    className,
    ref,
    ...controlProps
  } = props;
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const choices = useChoices(load);
  const searchText = search.trim();
  const items =
    onCreate && searchText !== '' && choices.state === 'ready'
      ? [...choices.items, { id: CREATE_ID, name: searchText }]
      : choices.items;

  return (
    <Base.Root
      items={items}
      value={value}
      filter={null}
      autoHighlight
      disabled={disabled}
      itemToStringLabel={(item: ChoiceItem) => item.name}
      isItemEqualToValue={isSameRecord}
      onValueChange={(next: ChoiceItem | null, details) => {
        if (cancelEscapeClear(details)) return;
        if (next?.id === CREATE_ID) onCreate?.(searchText);
        else onValueChange(next);
      }}
      onInputValueChange={(text, details) => {
        const { reason } = details;
        if (cancelEscapeClear(details) || (reason !== 'input-change' && reason !== 'input-clear')) return;
        setSearch(text);
        choices.requestItems(text.trim(), 'pause');
      }}
      onOpenChange={(open, { reason }) => {
        // Typing sends its own request. Opening in any other way requests the first choices.
        if (open && reason !== 'input-change') choices.requestItems('', 'now');
        if (!open) setSearch('');
      }}
    >
      <Base.InputGroup className={classNames('control flex items-center pr-0!', className)}>
        <Base.Input
          ref={ref}
          {...controlProps}
          placeholder={placeholder}
          onBlur={onBlur}
          className="h-full min-w-0 flex-1 truncate bg-transparent outline-none disabled:cursor-not-allowed"
        />
        {!notClearable && (
          <Base.Clear
            aria-label={t`Clear`}
            className="flex h-full w-7 shrink-0 items-center justify-center rounded-md text-muted hover:text-text"
          >
            <X size={15} />
          </Base.Clear>
        )}
        <Base.Trigger
          aria-label={t`Show options`}
          className="flex h-full w-8 shrink-0 items-center justify-center rounded-md text-muted hover:text-text"
        >
          <ChevronDown size={16} />
        </Base.Trigger>
      </Base.InputGroup>
      <ComboboxList state={choices.state} controlProps={controlProps} />
    </Base.Root>
  );
}

import { Combobox as Base } from '@base-ui/react/combobox';
import type { ChoiceItem } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { Spinner } from './spinner.tsx';
import { type ControlProps, labelProps } from './field.tsx';
import type { Choices } from './use-choices.ts';

/** The id of the line that offers to create a record with the entered text. */
export const CREATE_ID = -1;

interface ComboboxListProps {
  state: Choices['state'];
  /** Links the control to its label, which also names the list. */
  controlProps: ControlProps;
}

/** The list of a combobox in its states: loading, failed, empty, or with choices. */
export function ComboboxList({ state, controlProps }: ComboboxListProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup
          className="popup w-(--anchor-width) min-w-56 max-w-(--available-width) p-1"
          aria-busy={state === 'loading' || undefined}
        >
          <Base.Status className="empty:hidden">
            {state === 'loading' && (
              <span className="flex items-center gap-2 px-2 py-1.5 text-sm text-muted">
                <Spinner size={14} />
                <Trans>Searching…</Trans>
              </span>
            )}
            {state === 'failed' && (
              <span className="block px-2 py-1.5 text-sm text-danger-text">
                <Trans>Couldn’t load options.</Trans>
              </span>
            )}
          </Base.Status>
          <Base.Empty className="empty:hidden">
            {state === 'ready' && (
              <span className="block px-2 py-1.5 text-sm text-muted">
                <Trans>No results..</Trans>
              </span>
            )}
          </Base.Empty>
          <Base.List
            {...labelProps(controlProps)}
            className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain outline-none"
          >
            {(item: ChoiceItem) => (
              <Base.Item key={item.id} value={item} className="choice">
                {item.id === CREATE_ID ? (
                  <span className="flex items-center gap-2 font-medium text-accent-text">
                    <Plus size={16} />
                    <Trans>Create “{item.name}”</Trans>
                  </span>
                ) : (
                  <>
                    <span className="min-w-0 flex-1 truncate">{item.name}</span>
                    {item.code && <span className="shrink-0 text-xs text-faint tabular">{item.code}</span>}
                    <span className="flex w-4 shrink-0">
                      <Base.ItemIndicator className="text-accent-text">
                        <Check size={16} />
                      </Base.ItemIndicator>
                    </span>
                  </>
                )}
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { filterOptions, findCondition } from '../data/column-filter.ts';
import { FilterEditor } from './filter-editor.tsx';
import { columnLabel } from '../data/list-columns.ts';

interface FilterPopupProps {
  definition: ResourceDefinition;
  column: string;
  anchor: Element;
  conditions: readonly Condition[];
  onChange: (condition: Condition | undefined) => void;
  onClose: () => void;
}

/** The filter of one column, next to the element that opened it. */
export function FilterPopup({ definition, column, anchor, conditions, onChange, onClose }: FilterPopupProps) {
  const { t } = useLingui();
  const label = useLabel();
  const heading = label(columnLabel(definition, column));
  const isSet = findCondition(conditions, filterOptions(definition, column)) !== undefined;
  return (
    <AnchoredPopover anchor={anchor} label={t`Filter ${heading}`} className="w-84 p-3" onClose={onClose}>
      <div className="mb-2 flex h-(--control-small) items-center justify-between">
        <span className="font-medium">{heading}</span>
        {isSet && (
          <Button size="small" variant="ghost" onClick={() => onChange(undefined)}>
            <Trans>Clear</Trans>
          </Button>
        )}
      </div>
      <FilterEditor definition={definition} column={column} conditions={conditions} autoFocus onChange={onChange} />
    </AnchoredPopover>
  );
}

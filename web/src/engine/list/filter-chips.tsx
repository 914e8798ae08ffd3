import type { Condition, ResourceDefinition } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Chip } from '../../ui/chip.tsx';
import { filterOptions, modeOf } from '../data/column-filter.ts';
import { type ChoiceNames, describeCondition } from '../data/describe-condition.ts';
import { availableColumns } from '../data/list-columns.ts';

interface FilterChipsProps {
  definition: ResourceDefinition;
  conditions: readonly Condition[];
  names: ChoiceNames;
  onOpen: (column: string, anchor: Element) => void;
  onRemove: (condition: Condition) => void;
  onClear: () => void;
}

/** The active filters, one sentence each. Clicking one edits it; its cross removes it. */
export function FilterChips({ definition, conditions, names, onOpen, onRemove, onClear }: FilterChipsProps) {
  const { t } = useLingui();
  if (conditions.length === 0) return null;
  return (
    <ul aria-label={t`Active filters`} className="flex flex-wrap items-center gap-1.5">
      {conditions.map((condition) => {
        const sentence = describeCondition(definition, condition, names);
        const id = `${condition.column} ${condition.operator}`;
        return (
          <li key={id} data-chip={id} className="flex max-w-full min-w-0">
            <Chip
              onClick={() => {
                const anchor = document.querySelector(`[data-chip="${id}"]`);
                if (anchor) onOpen(findHeadingColumn(definition, condition), anchor);
              }}
              onRemove={() => onRemove(condition)}
              removeLabel={t`Remove filter: ${sentence}`}
            >
              {sentence}
            </Chip>
          </li>
        );
      })}
      {conditions.length > 1 && (
        <li>
          <button
            type="button"
            onClick={onClear}
            className="h-7 rounded-md px-2 text-sm text-muted underline print:hidden hover:text-text pointer-coarse:h-9"
          >
            <Trans>Clear all</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

/**
 * The column whose heading a condition belongs to: `hotel.code` for a condition on `hotel_id`, else the condition's own
 * column.
 */
function findHeadingColumn(definition: ResourceDefinition, condition: Condition): string {
  const headingColumn = availableColumns(definition).find((c) =>
    filterOptions(definition, c.column).some(
      (option) => option.column === condition.column && option.mode === modeOf(condition),
    ),
  );
  return headingColumn?.column ?? condition.column;
}

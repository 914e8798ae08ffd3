import {
  COMPARISONS,
  type OfferedColumn,
  REPORT_PAGES,
  type ReportKey,
  hasRecordsElsewhere,
} from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { useUser } from '../../session/user.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type ReportDisplay, type Shape, isGroupable, parseDisplay, writeDisplay } from './report-display.ts';

interface ShapeBarProps {
  report: ReportKey;
  state: ListStateHandle;
  /** Columns of the report; undefined until they are known. */
  offeredColumns: readonly OfferedColumn[] | undefined;
}

/** Two side by side on a phone. */
const CHOICE_CLASS = 'max-w-56 max-sm:max-w-none max-sm:flex-[1_1_calc(50%-0.75rem)]';

/** Chooses how the report is presented: rows, groups, a pivot table with a chart, or the overview of a year. */
export function ShapeBar({ report, state: [state, change], offeredColumns }: ShapeBarProps) {
  const { t } = useLingui();
  const user = useUser();
  const display = parseDisplay(report, state);
  const groupableColumns = offeredColumns?.filter(isGroupable) ?? [];
  const updateDisplay = (changes: Partial<ReportDisplay>) =>
    // Groups are sorted by their own values, so the row order does not apply.
    change({ display: writeDisplay(report, { ...display, ...changes }), sort: '', page: 1 });
  const { period } = REPORT_PAGES[report];
  const defaultGroup =
    groupableColumns.find(({ key }) => key.startsWith('hotel.') || key === 'overview.hotel') ??
    groupableColumns.find(({ key }) => key !== period);
  const changeShape = (shape: Shape) => {
    const group = display.group.length > 0 ? display.group : defaultGroup ? [defaultGroup.key] : [];
    const extraKeys =
      shape === 'pivot' && group.length === 1 && groupableColumns.some(({ key }) => key === period) ? [period] : [];
    updateDisplay({ shape, group: [...group, ...extraKeys.filter((key) => !group.includes(key))] });
  };
  const shapeOptions: readonly { value: Shape; label: string }[] = [
    ...(report === 'overview-report' ? [{ value: 'year' as const, label: t`At a glance` }] : []),
    { value: 'rows', label: t`Rows` },
    { value: 'groups', label: t`Groups` },
    { value: 'pivot', label: t`Pivot` },
  ];
  const columnOptions = groupableColumns.map(({ key, label }) => ({ value: key, label }));
  const isPivot = display.shape === 'pivot';
  const sumColumns = offeredColumns?.filter(({ is_sum }) => is_sum === 1) ?? [];
  const [firstKey = '', secondKey = ''] = display.group;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 print:hidden">
      <div className="-my-1">
        {/* Before its columns are known nothing can be grouped. */}
        <Segmented
          label={t`View as`}
          value={display.shape}
          onValueChange={changeShape}
          options={shapeOptions}
          disabled={!offeredColumns}
        />
      </div>
      {(display.shape === 'groups' || isPivot) && (
        <>
          <ChoiceButton
            label={isPivot ? t`Rows` : t`Group by`}
            className={CHOICE_CLASS}
            value={firstKey}
            options={columnOptions}
            onValueChange={(key) => updateDisplay({ group: secondKey && secondKey !== key ? [key, secondKey] : [key] })}
          />
          <ChoiceButton
            label={isPivot ? t`Columns` : t`Then by`}
            className={CHOICE_CLASS}
            value={secondKey}
            options={[{ value: '', label: t`None` }, ...columnOptions.filter(({ value }) => value !== firstKey)]}
            onValueChange={(key) => updateDisplay({ group: key ? [firstKey, key] : [firstKey] })}
          />
        </>
      )}
      {isPivot && (
        <>
          <ChoiceButton
            label={t`Measure`}
            className={CHOICE_CLASS}
            value={display.measure}
            options={[
              { value: '', label: t`Number of records` },
              ...sumColumns.map(({ key, label }) => ({ value: key, label })),
            ]}
            onValueChange={(measure) => updateDisplay({ measure })}
          />
          <ChoiceButton
            label={t`Compare with`}
            className={CHOICE_CLASS}
            value={display.compare ?? ''}
            options={[
              { value: '', label: t`No comparison` },
              { value: 'period_before', label: t`vs previous period` },
              { value: 'last_year', label: t`vs last year` },
            ]}
            onValueChange={(value) =>
              updateDisplay({ compare: COMPARISONS.find((comparison) => comparison === value) ?? null })
            }
          />
          <div className="-my-1">
            <Segmented
              label={t`Chart`}
              value={display.chart}
              onValueChange={(chart) => updateDisplay({ chart })}
              options={[
                { value: 'bar', label: t`Bars` },
                { value: 'line', label: t`Lines` },
                { value: 'share', label: t`Shares` },
              ]}
            />
          </div>
        </>
      )}
      {user?.hotels && hasRecordsElsewhere(report) && (
        <Checkbox
          label={t`Show records elsewhere`}
          checked={display.includesElsewhere}
          onCheckedChange={(includesElsewhere) =>
            change({ display: writeDisplay(report, { ...display, includesElsewhere }) })
          }
        />
      )}
    </div>
  );
}

import { COMPARISONS, type OfferedColumn, REPORT_PAGES, type ReportKey, canCountElsewhere } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { ListStateHandle } from '../../engine/list/use-list-state.ts';
import { useUser } from '../../session/user.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type ReportDisplay, type Shape, isGroupable, displayOf, writeDisplay } from './report-display.ts';

interface ShapeBarProps {
  report: ReportKey;
  state: ListStateHandle;
  /** Columns of the report; undefined until they are known. */
  offered: readonly OfferedColumn[] | undefined;
}

/** Two side by side on a phone. */
const CHOICE = 'max-w-56 max-sm:max-w-none max-sm:flex-[1_1_calc(50%-0.75rem)]';

/** Chooses how the report is presented: rows, groups, a pivot table with a chart, or the overview of a year. */
export function ShapeBar({ report, state: [state, change], offered }: ShapeBarProps) {
  const { t } = useLingui();
  const user = useUser();
  const display = displayOf(report, state);
  const groupable = offered?.filter(isGroupable) ?? [];
  const set = (next: Partial<ReportDisplay>) =>
    // Groups are sorted by their own values, so the row order does not apply.
    change({ display: writeDisplay(report, { ...display, ...next }), sort: '', page: 1 });
  const { period } = REPORT_PAGES[report];
  const usual =
    groupable.find(({ key }) => key.startsWith('hotel.') || key === 'overview.hotel') ??
    groupable.find(({ key }) => key !== period);
  const toShape = (shape: Shape) => {
    const group = display.group.length > 0 ? display.group : usual ? [usual.key] : [];
    const across =
      shape === 'pivot' && group.length === 1 && groupable.some(({ key }) => key === period) ? [period] : [];
    set({ shape, group: [...group, ...across.filter((key) => !group.includes(key))] });
  };
  const shapes: readonly { value: Shape; label: string }[] = [
    ...(report === 'overview-report' ? [{ value: 'year' as const, label: t`At a glance` }] : []),
    { value: 'rows', label: t`Rows` },
    { value: 'groups', label: t`Groups` },
    { value: 'pivot', label: t`Pivot` },
  ];
  const options = groupable.map(({ key, label }) => ({ value: key, label }));
  const isPivot = display.shape === 'pivot';
  const sums = offered?.filter(({ is_sum }) => is_sum === 1) ?? [];
  const [first = '', second = ''] = display.group;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 print:hidden">
      <div className="-my-1">
        {/* Before its columns are known nothing can be grouped. */}
        <Segmented
          label={t`View as`}
          value={display.shape}
          onValueChange={toShape}
          options={shapes}
          disabled={!offered}
        />
      </div>
      {(display.shape === 'groups' || isPivot) && (
        <>
          <ChoiceButton
            label={isPivot ? t`Rows` : t`Group by`}
            className={CHOICE}
            value={first}
            options={options}
            onValueChange={(key) => set({ group: second && second !== key ? [key, second] : [key] })}
          />
          <ChoiceButton
            label={isPivot ? t`Columns` : t`Then by`}
            className={CHOICE}
            value={second}
            options={[{ value: '', label: t`None` }, ...options.filter(({ value }) => value !== first)]}
            onValueChange={(key) => set({ group: key ? [first, key] : [first] })}
          />
        </>
      )}
      {isPivot && (
        <>
          <ChoiceButton
            label={t`Measure`}
            className={CHOICE}
            value={display.measure}
            options={[
              { value: '', label: t`Number of records` },
              ...sums.map(({ key, label }) => ({ value: key, label })),
            ]}
            onValueChange={(measure) => set({ measure })}
          />
          <ChoiceButton
            label={t`Compare with`}
            className={CHOICE}
            value={display.compare ?? ''}
            options={[
              { value: '', label: t`No comparison` },
              { value: 'period_before', label: t`vs previous period` },
              { value: 'last_year', label: t`vs last year` },
            ]}
            onValueChange={(value) => set({ compare: COMPARISONS.find((one) => one === value) ?? null })}
          />
          <div className="-my-1">
            <Segmented
              label={t`Chart`}
              value={display.chart}
              onValueChange={(chart) => set({ chart })}
              options={[
                { value: 'bar', label: t`Bars` },
                { value: 'line', label: t`Lines` },
                { value: 'share', label: t`Shares` },
              ]}
            />
          </div>
        </>
      )}
      {user?.hotels && canCountElsewhere(report) && (
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

import { DATE_PRESETS } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';

/** The relative date ranges in the current language. The server resolves them on each request. */

const FIXED_PRESETS: Readonly<Record<string, () => string>> = {
  today: () => t`today`,
  now: () => t`today up to now`,
  this_week: () => t`this week`,
  this_month: () => t`this month`,
  this_quarter: () => t`this quarter`,
  this_semester: () => t`this semester`,
  this_year: () => t`this year`,
  last_month: () => t`last month`,
  month_to_yesterday: () => t`this month up to yesterday`,
};

const PAST_PRESET = /^(\d+)_(days|weeks|months)_ago$/;
const FUTURE_PRESET = /^next_(\d+)_days$/;
const YEAR_PART_PRESET = /^(quarter|semester)_(\d)$/;

/** `since 3 days ago`, `in quarter 2`: the phrase that follows the column's name in a sentence. */
export function presetPhrase(preset: string): string {
  const pastMatch = PAST_PRESET.exec(preset);
  if (pastMatch) {
    const count = Number(pastMatch[1]);
    if (pastMatch[2] === 'days') return plural(count, { one: 'in the last # day', other: 'in the last # days' });
    if (pastMatch[2] === 'weeks') return plural(count, { one: 'in the last # week', other: 'in the last # weeks' });
    return plural(count, { one: 'in the last # month', other: 'in the last # months' });
  }
  const futureDays = FUTURE_PRESET.exec(preset)?.[1];
  if (futureDays) return t`in the next ${futureDays} days`;
  const [, yearPart, number = ''] = YEAR_PART_PRESET.exec(preset) ?? [];
  if (yearPart === 'quarter') return t`in quarter ${number}`;
  if (yearPart === 'semester') return t`in semester ${number}`;
  return FIXED_PRESETS[preset]?.() ?? preset;
}

/** Presets in one row: its heading, and a label for each button. */
export interface PresetGroup {
  readonly heading: string;
  readonly presets: readonly { readonly preset: string; readonly label: string }[];
}

/** All presets, grouped for selection; future ranges come first for columns with future dates. */
export function presetGroups(isFutureFirst: boolean): readonly PresetGroup[] {
  const toNumberedPresets = (pattern: RegExp) =>
    DATE_PRESETS.filter((p) => pattern.test(p)).map((preset) => ({ preset, label: /\d+/.exec(preset)?.[0] ?? preset }));
  const pastGroups = [
    { heading: t`Last … days`, presets: toNumberedPresets(/_days_ago$/) },
    { heading: t`Last … weeks`, presets: toNumberedPresets(/_weeks_ago$/) },
    { heading: t`Last … months`, presets: toNumberedPresets(/_months_ago$/) },
  ];
  const yearPartGroups = [
    { heading: t`Quarter of this year`, presets: toNumberedPresets(/^quarter_/) },
    { heading: t`Semester of this year`, presets: toNumberedPresets(/^semester_/) },
  ];
  const futureGroup = { heading: t`Next … days`, presets: toNumberedPresets(FUTURE_PRESET) };
  return [
    ...(isFutureFirst ? [futureGroup] : []),
    {
      heading: t`Now`,
      presets: DATE_PRESETS.filter((p) => p in FIXED_PRESETS).map((preset) => ({
        preset,
        label: capitalize(presetPhrase(preset)),
      })),
    },
    ...(isFutureFirst ? yearPartGroups : pastGroups),
    ...(isFutureFirst ? pastGroups : yearPartGroups),
    ...(isFutureFirst ? [] : [futureGroup]),
  ];
}

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

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

/** Presets that are selected alike, in rows. */
export interface PresetGroup {
  readonly heading: string;
  readonly rows: readonly PresetRow[];
}

interface PresetRow {
  /** What the numbers of the row count, if the heading does not say it. */
  readonly unit?: string;
  readonly presets: readonly { readonly preset: string; readonly label: string }[];
}

/** All presets in three groups; future ranges come first for columns with future dates. */
export function presetGroups(isFutureFirst: boolean): readonly PresetGroup[] {
  const toNumberedPresets = (pattern: RegExp) =>
    DATE_PRESETS.filter((p) => pattern.test(p)).map((preset) => ({ preset, label: /\d+/.exec(preset)?.[0] ?? preset }));
  const fixedPresets = DATE_PRESETS.filter((p) => p in FIXED_PRESETS).map((preset) => ({
    preset,
    label: capitalize(presetPhrase(preset)),
  }));
  const currentGroup: PresetGroup = {
    heading: t`Now`,
    rows: [
      { presets: fixedPresets },
      { unit: t`Quarter`, presets: toNumberedPresets(/^quarter_/) },
      { unit: t`Semester`, presets: toNumberedPresets(/^semester_/) },
    ],
  };
  const pastGroup: PresetGroup = {
    heading: t`Last …`,
    rows: [
      { unit: t`Days`, presets: toNumberedPresets(/_days_ago$/) },
      { unit: t`Weeks`, presets: toNumberedPresets(/_weeks_ago$/) },
      { unit: t`Months`, presets: toNumberedPresets(/_months_ago$/) },
    ],
  };
  const futureGroup: PresetGroup = {
    heading: t`Next … days`,
    rows: [{ presets: toNumberedPresets(FUTURE_PRESET) }],
  };
  return isFutureFirst ? [futureGroup, currentGroup, pastGroup] : [currentGroup, pastGroup, futureGroup];
}

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

import { DATE_PRESETS } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';

/** The relative date ranges in the current language. The server resolves them on each request. */

const FIXED: Readonly<Record<string, () => string>> = {
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

const AGO = /^(\d+)_(days|weeks|months)_ago$/;
const AHEAD = /^next_(\d+)_days$/;
const YEAR_PART = /^(quarter|semester)_(\d)$/;

/** `since 3 days ago`, `in quarter 2`: the phrase that follows the column's name in a sentence. */
export function presetPhrase(preset: string): string {
  const ago = AGO.exec(preset);
  if (ago) {
    const count = Number(ago[1]);
    if (ago[2] === 'days') return plural(count, { one: 'in the last # day', other: 'in the last # days' });
    if (ago[2] === 'weeks') return plural(count, { one: 'in the last # week', other: 'in the last # weeks' });
    return plural(count, { one: 'in the last # month', other: 'in the last # months' });
  }
  const days = AHEAD.exec(preset)?.[1];
  if (days) return t`in the next ${days} days`;
  const [, part, number = ''] = YEAR_PART.exec(preset) ?? [];
  if (part === 'quarter') return t`in quarter ${number}`;
  if (part === 'semester') return t`in semester ${number}`;
  return FIXED[preset]?.() ?? preset;
}

/** Presets shown in one row: a heading, and the labels of the buttons. */
export interface PresetGroup {
  readonly heading: string;
  readonly presets: readonly { readonly preset: string; readonly label: string }[];
}

/** All presets, grouped for selection; future ranges come first for columns with future dates. */
export function presetGroups(isAhead: boolean): readonly PresetGroup[] {
  const numbered = (pattern: RegExp) =>
    DATE_PRESETS.filter((p) => pattern.test(p)).map((preset) => ({ preset, label: /\d+/.exec(preset)?.[0] ?? preset }));
  const since = [
    { heading: t`Last … days`, presets: numbered(/_days_ago$/) },
    { heading: t`Last … weeks`, presets: numbered(/_weeks_ago$/) },
    { heading: t`Last … months`, presets: numbered(/_months_ago$/) },
  ];
  const parts = [
    { heading: t`Quarter of this year`, presets: numbered(/^quarter_/) },
    { heading: t`Semester of this year`, presets: numbered(/^semester_/) },
  ];
  const ahead = { heading: t`Next … days`, presets: numbered(AHEAD) };
  return [
    ...(isAhead ? [ahead] : []),
    {
      heading: t`Now`,
      presets: DATE_PRESETS.filter((p) => p in FIXED).map((preset) => ({
        preset,
        label: capitalised(presetPhrase(preset)),
      })),
    },
    ...(isAhead ? parts : since),
    ...(isAhead ? since : parts),
    ...(isAhead ? [] : [ahead]),
  ];
}

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

import { DATE_PRESETS } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';

/** The relative ranges of days in the words of the language on screen. The server resolves them when the list is asked for. */

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
const PART = /^(quarter|semester)_(\d)$/;

/** `since 3 days ago`, `in quarter 2`: the phrase after the column's name in a sentence. */
export function presetPhrase(preset: string): string {
  const ago = AGO.exec(preset);
  if (ago) {
    const count = Number(ago[1]);
    if (ago[2] === 'days') return plural(count, { one: 'since # day ago', other: 'since # days ago' });
    if (ago[2] === 'weeks') return plural(count, { one: 'since # week ago', other: 'since # weeks ago' });
    return plural(count, { one: 'since # month ago', other: 'since # months ago' });
  }
  const days = AHEAD.exec(preset)?.[1];
  if (days) return t`in the next ${days} days`;
  const [, part, number = ''] = PART.exec(preset) ?? [];
  if (part === 'quarter') return t`in quarter ${number}`;
  if (part === 'semester') return t`in semester ${number}`;
  return FIXED[preset]?.() ?? preset;
}

/** Presets that are chosen from one line: a heading and the labels of the buttons. */
export interface PresetGroup {
  readonly heading: string;
  readonly presets: readonly { readonly preset: string; readonly label: string }[];
}

/** All presets, grouped for choosing; those ahead come first for days that lie ahead. */
export function presetGroups(isAhead: boolean): readonly PresetGroup[] {
  const numbered = (pattern: RegExp) =>
    DATE_PRESETS.filter((p) => pattern.test(p)).map((preset) => ({ preset, label: /\d+/.exec(preset)?.[0] ?? preset }));
  const since = [
    { heading: t`Since … days ago`, presets: numbered(/_days_ago$/) },
    { heading: t`Since … weeks ago`, presets: numbered(/_weeks_ago$/) },
    { heading: t`Since … months ago`, presets: numbered(/_months_ago$/) },
  ];
  const parts = [
    { heading: t`Quarter of this year`, presets: numbered(/^quarter_/) },
    { heading: t`Semester of this year`, presets: numbered(/^semester_/) },
  ];
  const ahead = { heading: t`In the next … days`, presets: numbered(AHEAD) };
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

import { type Condition, DATE_PRESETS, type Language, getResource } from '@innkeeper/contract';
import { i18n } from '@lingui/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages as en } from '../../locales/en.po';
import { messages as id } from '../../locales/id.po';
import { describeCondition, choiceNameKey } from './describe-condition.ts';
import { presetGroups, presetPhrase } from './date-presets.ts';

// Other test files in this process expect the default language.
afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: en }));

const member = getResource('member');
const names = new Map([
  [choiceNameKey('hotel', 3), 'Laksmira Dago'],
  [choiceNameKey('hotel', 4), 'Teras Kuta'],
  [choiceNameKey('region', 2), 'Indonesia'],
]);
const formatCondition = (condition: Condition, d = member) => describeCondition(d, condition, names);
const testSentences = (
  language: Language,
  cases: readonly (readonly [Condition['column'], Condition['operator'], string, string])[],
) =>
  describe(`filter sentence in ${language === 'en' ? 'English' : 'Indonesian'}`, () => {
    beforeAll(() => i18n.loadAndActivate({ locale: language, messages: language === 'en' ? en : id }));
    it.each(cases)('%s %s %s: %s', (column, operator, value, sentence) => {
      expect(formatCondition({ column, operator, value })).toBe(sentence);
    });
  });

testSentences('en', [
  ['last_name', 'start', 'Sur', 'Last name starts with Sur'],
  ['last_name', 'contains', 'ad', 'Last name contains ad'],
  ['last_name', 'end', 'wi', 'Last name ends with wi'],
  ['last_name', 'matches', 'Dewi', 'Last name is Dewi'],
  ['last_name', 'exact', 'Dewi', 'Last name matches case Dewi'],
  ['last_name', 'null', '1', 'Last name is empty'],
  ['last_name', 'null', '0', 'Last name is not empty'],
  ['comp_visits_period', 'gte', '1250', 'Complimentary visits is at least 1,250'],
  ['is_active', 'eq', '0', 'Active is no'],
  ['standing', 'includes', 'lapsed,none', 'Status is Lapsed or No card'],
  ['hotel_id', 'includes', '3', 'Hotel is Laksmira Dago'],
  ['hotel_id', 'excepts', '3,4', 'Hotel is not Laksmira Dago or Teras Kuta'],
  ['hotel_id', 'includes', '99', 'Hotel is #99'],
  ['hotel.code', 'start', 'J', 'Hotel starts with J'],
  ['birth_date', 'date_between', '2026-03-01,2026-03-31', 'Birth date in March 2026'],
  ['birth_date', 'date_between', '2026-03-01,2026-04-02', 'Birth date from 01 Mar 2026 to 02 Apr 2026'],
  ['birth_date', 'date_between', '2026-03-01,', 'Birth date from 01 Mar 2026 on'],
  ['birth_date', 'date_between', ',2026-03-01', 'Birth date until 01 Mar 2026'],
  ['birth_date', 'date_between', '2026-03-01,2026-03-01', 'Birth date on 01 Mar 2026'],
  ['created_at', 'preset', '1_days_ago', 'Created at in the last 1 day'],
  ['created_at', 'preset', '3_weeks_ago', 'Created at in the last 3 weeks'],
  ['created_at', 'preset', 'quarter_2', 'Created at in quarter 2'],
]);

testSentences('id', [
  ['last_name', 'start', 'Sur', 'Nama belakang diawali Sur'],
  ['last_name', 'null', '1', 'Nama belakang kosong'],
  ['is_active', 'eq', '1', 'Aktif adalah ya'],
  ['hotel_id', 'includes', '3,4', 'Hotel adalah Laksmira Dago atau Teras Kuta'],
  ['birth_date', 'date_between', '2026-03-01,2026-03-31', 'Tanggal lahir pada Maret 2026'],
  ['created_at', 'preset', 'this_semester', 'Dibuat Pada semester ini'],
  ['created_at', 'preset', '6_months_ago', 'Dibuat Pada 6 bulan terakhir'],
]);

describe('filter through several references', () => {
  it('is named after the last one', () => {
    i18n.loadAndActivate({ locale: 'en', messages: en });
    expect(
      formatCondition({ column: 'country.region_id', operator: 'includes', value: '2' }, getResource('hotel')),
    ).toBe('Region is Indonesia');
  });
});

describe.each([
  ['en', en],
  ['id', id],
] as const)('presets in %s', (locale, messages) => {
  beforeAll(() => i18n.loadAndActivate({ locale, messages }));

  it('all have a phrase', () => {
    for (const preset of DATE_PRESETS) expect(presetPhrase(preset)).not.toMatch(/_|^$/);
    expect(new Set(DATE_PRESETS.map(presetPhrase)).size).toBe(DATE_PRESETS.length);
  });

  it('are all offered exactly once', () => {
    const offeredPresets = presetGroups(true).flatMap(({ rows }) =>
      rows.flatMap(({ presets }) => presets.map(({ preset }) => preset)),
    );
    expect(offeredPresets.toSorted()).toEqual(DATE_PRESETS.toSorted());
    expect(presetGroups(true)).toHaveLength(3);
  });
});

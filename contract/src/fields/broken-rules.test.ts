import fc from 'fast-check';
import { testSeed } from '../testing/seed.ts';
import { describe, expect, test } from 'vitest';
import { date, decimal, integer, text } from './kinds.ts';
import { formatMessage } from '../errors/messages.ts';
import { type ResourceDefinition, defineResource } from './definition.ts';
import { resourceKeys, resources } from '../resources/by-key.ts';
import { findFieldRuleErrors, satisfiesRule } from './broken-rules.ts';
import type { Rule } from './rule.ts';
import { schemaForCreate, fieldErrors, schemaForUpdate } from './schemas.ts';

const COMPARISONS = ['lessThan', 'lessThanEquals', 'moreThan', 'moreThanEquals'] as const;

describe('custom rules available: isIn, lessThan, lessThanEquals, moreThan, moreThanEquals', () => {
  test('the last four pass when the value is empty', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMPARISONS),
        fc.constantFrom(null, undefined, ''),
        fc.integer(),
        (rule, empty, value) => {
          expect(satisfiesRule({ rule, value }, empty)).toBe(true);
          expect(satisfiesRule({ rule, field: 'other' }, empty, value)).toBe(true);
          expect(satisfiesRule({ rule, field: 'other' }, value, empty)).toBe(true);
        },
      ),
      { seed: testSeed() },
    );
  });

  test('isIn accepts the listed values, and an empty value only if the list has null', () => {
    expect(satisfiesRule({ rule: 'isIn', values: ['left', 'right'] }, 'left')).toBe(true);
    expect(satisfiesRule({ rule: 'isIn', values: ['left', 'right'] }, 'middle')).toBe(false);
    expect(satisfiesRule({ rule: 'isIn', values: ['left'] }, null)).toBe(false);
    expect(satisfiesRule({ rule: 'isIn', values: ['left', null] }, '')).toBe(true);
    expect(satisfiesRule({ rule: 'isIn', values: [1, 2] }, 2)).toBe(true);
  });

  const expectedResults = (isLess: boolean, isEqual: boolean): Record<(typeof COMPARISONS)[number], boolean> => ({
    lessThan: isLess && !isEqual,
    lessThanEquals: isLess || isEqual,
    moreThan: !isLess && !isEqual,
    moreThanEquals: !isLess || isEqual,
  });

  test('compare decimals digit by digit, beyond the precision of a float', () => {
    const digits = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    const formatDecimal = (n: bigint, scale: number) => {
      const text = String(n < 0n ? -n : n).padStart(scale + 1, '0');
      const decimalPoint = text.length - scale;
      return `${n < 0n ? '-' : ''}${text.slice(0, decimalPoint)}${scale > 0 ? `.${text.slice(decimalPoint)}` : ''}`;
    };
    fc.assert(
      fc.property(digits, fc.option(digits), fc.nat(15), fc.nat(3), (a, b, scale, extraScale) => {
        const second = b ?? a;
        // The same number may be sent with more decimals.
        const paddedText = formatDecimal(second * 10n ** BigInt(extraScale), scale + extraScale);
        for (const rule of COMPARISONS)
          expect(
            satisfiesRule({ rule, field: 'b' }, formatDecimal(a, scale), paddedText),
            `${formatDecimal(a, scale)} ${rule} ${paddedText}`,
          ).toBe(expectedResults(a < second, a === second)[rule]);
      }),
      { seed: testSeed() },
    );
  });

  test('compare whole numbers, days and moments by their own order', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        for (const rule of COMPARISONS)
          expect(satisfiesRule({ rule, value: b }, a)).toBe(expectedResults(a < b, a === b)[rule]);
      }),
      { seed: testSeed() },
    );
    const moment = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const day = (d: Date) => d.toISOString().slice(0, 10);
        for (const rule of COMPARISONS) {
          expect(satisfiesRule({ rule, field: 'b' }, a, b)).toBe(
            expectedResults(a < b, a.getTime() === b.getTime())[rule],
          );
          expect(satisfiesRule({ rule, field: 'b' }, day(a), day(b))).toBe(
            expectedResults(day(a) < day(b), day(a) === day(b))[rule],
          );
        }
      }),
      { seed: testSeed() },
    );
  });
});

const stayResource = defineResource({
  key: 'stay',
  label: { en: 'Stay', id: 'Inap' },
  labels: { en: 'Stays', id: 'Inap' },
  permission: 'STAY',
  path: '/stay',
  icon: 'bed',
  display: { name: ['side'] },
  fields: {
    first: date('First day', 'Hari pertama', { required: true, rules: [{ rule: 'lessThanEquals', field: 'last' }] }),
    last: date('Last day', 'Hari terakhir'),
    rate: decimal('Rate', 'Kurs', { scale: 6, rules: [{ rule: 'moreThan', value: 0 }] }),
    rooms: integer('Rooms', 'Kamar', { rules: [{ rule: 'moreThan', field: 'suites' }] }),
    suites: integer('Suites', 'Suite'),
    side: text('Side', 'Sisi', { rules: [{ rule: 'isIn', values: ['left', 'right', null] }] }),
  },
  list: ['side'],
}) satisfies ResourceDefinition;

const rejections = (body: object, schema = schemaForCreate(stayResource)) => {
  const parsed = schema.safeParse(body);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

describe('a rule with a constant', () => {
  test('is part of creates and updates, and reported with all other errors', () => {
    expect(rejections({ rate: '0.000000', side: 'middle' })).toEqual({
      first: ['required'],
      rate: ['more_than:0'],
      side: ['choice:left, right'],
    });
    expect(rejections({ rate: '0' }, schemaForUpdate(stayResource))).toEqual({ rate: ['more_than:0'] });
    expect(rejections({ first: '2026-05-01', rate: '0.000001', side: '' })).toEqual({});
    expect(rejections({ first: '2026-05-01', rate: null })).toEqual({});
  });
});

describe('a rule between two fields', () => {
  const evaluate = (values: object, changedFields: string[]) =>
    findFieldRuleErrors(stayResource.fields, { ...values }, new Set(changedFields), '2026-05-22');

  test('names the other field in the language of the reader', () => {
    const { first, rooms } = evaluate({ first: '2026-05-02', last: '2026-05-01', rooms: 2, suites: 2 }, [
      'first',
      'rooms',
    ]);
    expect(first?.map((m) => formatMessage(m, 'en'))).toEqual(['Must not be after Last day.']);
    expect(first?.map((m) => formatMessage(m, 'id'))).toEqual(['Tidak boleh setelah Hari terakhir.']);
    expect(rooms?.map((m) => formatMessage(m, 'en'))).toEqual(['Must be more than Suites.']);
  });
  test('is evaluated if either field changes, and ignores old violations', () => {
    const invalidPeriod = { first: '2026-05-02', last: '2026-05-01' };
    expect(Object.keys(evaluate(invalidPeriod, ['last']))).toEqual(['first']);
    expect(evaluate(invalidPeriod, ['side'])).toEqual({});
    expect(evaluate({ first: '2026-05-02', last: '2026-05-02' }, ['first', 'last'])).toEqual({});
  });
});

test('a rule about today is evaluated by the current day, with a message in both languages', () => {
  const { fields }: ResourceDefinition = resources.member;
  const evaluate = (birth_date: string | null) =>
    findFieldRuleErrors(fields, { birth_date }, new Set(['birth_date']), '2026-05-22').birth_date?.map((m) => [
      formatMessage(m, 'en'),
      formatMessage(m, 'id'),
    ]);
  expect(evaluate('2026-05-23')).toEqual([['Must not be after today.', 'Tidak boleh setelah hari ini.']]);
  expect(evaluate('2026-05-22')).toBeUndefined();
  expect(evaluate(null)).toBeUndefined();
  expect(findFieldRuleErrors(fields, { birth_date: '2027-01-01' }, new Set(['remark']), '2026-05-22')).toEqual({});
});

test('every rule of a definition names a field of the same kind', () => {
  const rules = resourceKeys.flatMap((key) => {
    const { fields }: ResourceDefinition = resources[key];
    return Object.entries(fields).flatMap(([name, f]) =>
      (f.rules ?? []).map((rule: Rule) => ({
        rule,
        kind: f.kind,
        other: 'field' in rule ? fields[rule.field] : f,
        name: `${key}.${name}`,
      })),
    );
  });
  expect(rules.length).toBeGreaterThan(0);
  for (const { name, kind, other } of rules) expect(other?.kind, name).toBe(kind);
});

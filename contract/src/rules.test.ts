import fc from 'fast-check';
import { testSeed } from './testing/seed.ts';
import { describe, expect, test } from 'vitest';
import { date, decimal, integer, text } from './field.ts';
import { sentence } from './messages.ts';
import { type ResourceDefinition, defineResource } from './resource.ts';
import { resourceKeys, resources } from './resources.ts';
import { brokenFieldRules, keepsRule } from './rules.ts';
import type { Rule } from './field-rule.ts';
import { createSchema, fieldErrors, updateSchema } from './schemas.ts';

const COMPARISONS = ['lessThan', 'lessThanEquals', 'moreThan', 'moreThanEquals'] as const;

describe('custom rules available: isIn, lessThan, lessThanEquals, moreThan, moreThanEquals', () => {
  test('the last four pass when the value is empty', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMPARISONS),
        fc.constantFrom(null, undefined, ''),
        fc.integer(),
        (rule, empty, value) => {
          expect(keepsRule({ rule, value }, empty)).toBe(true);
          expect(keepsRule({ rule, field: 'other' }, empty, value)).toBe(true);
          expect(keepsRule({ rule, field: 'other' }, value, empty)).toBe(true);
        },
      ),
      { seed: testSeed() },
    );
  });

  test('isIn takes what its list names, and nothing only where the list says so', () => {
    expect(keepsRule({ rule: 'isIn', values: ['left', 'right'] }, 'left')).toBe(true);
    expect(keepsRule({ rule: 'isIn', values: ['left', 'right'] }, 'middle')).toBe(false);
    expect(keepsRule({ rule: 'isIn', values: ['left'] }, null)).toBe(false);
    expect(keepsRule({ rule: 'isIn', values: ['left', null] }, '')).toBe(true);
    expect(keepsRule({ rule: 'isIn', values: [1, 2] }, 2)).toBe(true);
  });

  const order = (less: boolean, equal: boolean): Record<(typeof COMPARISONS)[number], boolean> => ({
    lessThan: less && !equal,
    lessThanEquals: less || equal,
    moreThan: !less && !equal,
    moreThanEquals: !less || equal,
  });

  test('compare decimals digit by digit, beyond what a float can tell apart', () => {
    const digits = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    const shown = (n: bigint, scale: number) => {
      const text = String(n < 0n ? -n : n).padStart(scale + 1, '0');
      const point = text.length - scale;
      return `${n < 0n ? '-' : ''}${text.slice(0, point)}${scale > 0 ? `.${text.slice(point)}` : ''}`;
    };
    fc.assert(
      fc.property(digits, fc.option(digits), fc.nat(15), fc.nat(3), (a, b, scale, more) => {
        const other = b ?? a;
        // The same number may travel with more decimals.
        const written = shown(other * 10n ** BigInt(more), scale + more);
        for (const rule of COMPARISONS)
          expect(
            keepsRule({ rule, field: 'b' }, shown(a, scale), written),
            `${shown(a, scale)} ${rule} ${written}`,
          ).toBe(order(a < other, a === other)[rule]);
      }),
      { seed: testSeed() },
    );
  });

  test('compare whole numbers, days and moments in their own order', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        for (const rule of COMPARISONS) expect(keepsRule({ rule, value: b }, a)).toBe(order(a < b, a === b)[rule]);
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
          expect(keepsRule({ rule, field: 'b' }, a, b)).toBe(order(a < b, a.getTime() === b.getTime())[rule]);
          expect(keepsRule({ rule, field: 'b' }, day(a), day(b))).toBe(order(day(a) < day(b), day(a) === day(b))[rule]);
        }
      }),
      { seed: testSeed() },
    );
  });
});

const stay = defineResource({
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

const refusals = (body: object, schema = createSchema(stay)) => {
  const parsed = schema.safeParse(body);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

describe('a rule with a constant', () => {
  test('is part of what a create and an update take, with all other refusals at once', () => {
    expect(refusals({ rate: '0.000000', side: 'middle' })).toEqual({
      first: ['required'],
      rate: ['more_than:0'],
      side: ['choice:left, right'],
    });
    expect(refusals({ rate: '0' }, updateSchema(stay))).toEqual({ rate: ['more_than:0'] });
    expect(refusals({ first: '2026-05-01', rate: '0.000001', side: '' })).toEqual({});
    expect(refusals({ first: '2026-05-01', rate: null })).toEqual({});
  });
});

describe('a rule between two fields', () => {
  const judge = (values: object, touched: string[]) =>
    brokenFieldRules(stay.fields, { ...values }, new Set(touched), '2026-05-22');

  test('names the other field in the language of the reader', () => {
    const { first, rooms } = judge({ first: '2026-05-02', last: '2026-05-01', rooms: 2, suites: 2 }, [
      'first',
      'rooms',
    ]);
    expect(first?.map((m) => sentence(m, 'en'))).toEqual(['This must not be after Last day.']);
    expect(first?.map((m) => sentence(m, 'id'))).toEqual(['Ini tidak boleh setelah Hari terakhir.']);
    expect(rooms?.map((m) => sentence(m, 'en'))).toEqual(['This must be more than Suites.']);
  });
  test('is judged when either of the two changes, and lets an old record be', () => {
    const wrong = { first: '2026-05-02', last: '2026-05-01' };
    expect(Object.keys(judge(wrong, ['last']))).toEqual(['first']);
    expect(judge(wrong, ['side'])).toEqual({});
    expect(judge({ first: '2026-05-02', last: '2026-05-02' }, ['first', 'last'])).toEqual({});
  });
});

test('a rule about today is judged by the day that it is, and says so in both languages', () => {
  const { fields }: ResourceDefinition = resources.member;
  const judge = (birth_date: string | null) =>
    brokenFieldRules(fields, { birth_date }, new Set(['birth_date']), '2026-05-22').birth_date?.map((m) => [
      sentence(m, 'en'),
      sentence(m, 'id'),
    ]);
  expect(judge('2026-05-23')).toEqual([['This must not be after today.', 'Ini tidak boleh setelah hari ini.']]);
  expect(judge('2026-05-22')).toBeUndefined();
  expect(judge(null)).toBeUndefined();
  expect(brokenFieldRules(fields, { birth_date: '2027-01-01' }, new Set(['remark']), '2026-05-22')).toEqual({});
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

import {
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  MAX_TEXTAREA_LENGTH,
  MAX_TEXT_LENGTH,
} from '@innkeeper/contract';

/** Values that no field of the kind accepts, as in a JSON body. */
export const createInvalidValues = (f: Field): readonly unknown[] => [
  ...(byKind[f.kind] as (field: Field) => readonly unknown[])(f), // the kind selects the function for this field type
  ...(f.rules ?? []).flatMap((rule) =>
    'value' in rule && (rule.rule === 'lessThan' || rule.rule === 'moreThan') ? [rule.value] : [],
  ),
];

const NON_TEXTS_OF_FIELD = [1, true, {}, ['a'], [[]]];
const NON_NUMBERS = ['x', 'NaN', 'Infinity', true, {}, [1], '0x10', '1,5', '１２'];
const NON_IDS = [0, -1, 1.5, 'x', '1', true, {}, [1], 2 ** 53, 9_000_000_000_000_000];
const CONTROL_TEXTS = ['a\0b', 'a\ud800b', '\udc00'];

const createWrongDecimals = (scale: number, min: number) => [
  ...NON_NUMBERS,
  '1e3',
  '--1',
  '1.',
  '.5',
  `1.${'1'.repeat(scale + 1)}`,
  '9'.repeat(13),
  String(min - 1),
  -1e300,
];
const createTooLong = (max: number) => ['x'.repeat(max + 1), '🏨'.repeat(max + 1)];

const byKind: { [K in FieldKind]: (f: FieldOf<K>) => readonly unknown[] } = {
  text: (f) => [
    ...NON_TEXTS_OF_FIELD,
    ...CONTROL_TEXTS,
    ...createTooLong(f.max ?? MAX_TEXT_LENGTH),
    ...(f.pattern === undefined ? [] : ['%%%', 'ä b', '\n'.repeat(2) + '!']),
  ],
  email: () => [
    ...NON_TEXTS_OF_FIELD,
    ...CONTROL_TEXTS,
    'nobody',
    '@example.test',
    'a@b',
    'a b@example.test',
    'a@exa mple.test',
    'a@@example.test',
    `${'x'.repeat(MAX_TEXT_LENGTH)}@example.test`,
  ],
  phone: () => [...NON_TEXTS_OF_FIELD, ...CONTROL_TEXTS, 'call me', '12', '+', '0812<script>', '9'.repeat(40)],
  textarea: (f) => [...NON_TEXTS_OF_FIELD, ...CONTROL_TEXTS, ...createTooLong(f.max ?? MAX_TEXTAREA_LENGTH)],
  editor: () => [...NON_TEXTS_OF_FIELD, ...CONTROL_TEXTS, ...createTooLong(MAX_TEXTAREA_LENGTH * 10)],
  secret: () => [...NON_TEXTS_OF_FIELD, ...CONTROL_TEXTS, 'short', 'x'.repeat(129)],
  integer: (f) => [...NON_NUMBERS, '1', 1.5, (f.min ?? 0) - 1, (f.max ?? 2_147_483_647) + 1, 1e21, -1e21],
  decimal: (f) => [...createWrongDecimals(f.scale, f.min ?? 0), ...(f.max === undefined ? [] : [String(f.max + 1)])],
  money: (f) => createWrongDecimals(f.whole ? 0 : MONEY_SCALE, 0),
  flag: () => [2, -1, 0.5, 'yes', '1', 'true', {}, [1]],
  date: () => [
    ...NON_TEXTS_OF_FIELD,
    ...CONTROL_TEXTS,
    '2024-02-30',
    '2023-02-29',
    '31/12/2024',
    '2024-1-1',
    '0000-00-00',
    'today',
    '2024-12-31x',
    '20241231',
    '99999-01-01',
  ],
  instant: () => [
    ...NON_TEXTS_OF_FIELD,
    ...CONTROL_TEXTS,
    '2024-02-30 10:00:00',
    '2024-12-31',
    '2024-12-31 25:00:00',
    '2024-12-31 10:61',
    'now',
    '2024-12-31T10:00:00+99:99',
    '99999-01-01 00:00:00',
  ],
  reference: () => NON_IDS,
  option: () => NON_IDS,
  choice: () => [...NON_TEXTS_OF_FIELD, 'nonsense'],
  file: () => [
    ...NON_TEXTS_OF_FIELD,
    ...CONTROL_TEXTS,
    'picture.png',
    `${'a'.repeat(32)}.webp`,
    `/storage/${'a'.repeat(32)}.webp?expires=1&signature=a`,
  ],
  references: () => [
    1,
    'x',
    {},
    [0],
    ['x'],
    [1.5],
    [null],
    [[1]],
    [9_000_000_000_000_000],
    Array.from({ length: 1001 }, (_, i) => i + 1),
  ],
  json: () => [],
};

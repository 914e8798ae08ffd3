import type { Ask, RecordScene, Scene, Workload } from './workload.ts';

/** A resource whose table grows with the members, and its requests. */
interface Measured {
  readonly key: keyof Scene['records'];
  /** In the rows of the table, in the plural. */
  readonly label: string;
  /** Text columns with a value that hardly any record has, and with one that many have. */
  readonly rare: string;
  readonly common: string | undefined;
  /** Column that the lists with `contains` are sorted by. */
  readonly sort: string;
  /** The n-th new record, but for the values of the scene, and the values that are the n-th's alone. */
  readonly create: ((n: number, scene: Scene) => Readonly<Record<string, string | number>>) | undefined;
  readonly update: (n: number) => Readonly<Record<string, string>>;
}

const MEASURED: readonly Measured[] = [
  {
    key: 'visit',
    label: 'visits',
    rare: 'reference_no',
    common: 'staff_name',
    sort: '-grand_total',
    // Of another member each: visits of one are counted one after the other.
    create: (n, { ids }) => ({ member_id: ids[n % ids.length] ?? 1, reference_no: `BENCH-${n}` }),
    update: (n) => ({ remark: `Bench ${n}` }),
  },
  {
    key: 'member_voucher',
    label: 'vouchers',
    rare: 'voucher_no',
    common: undefined,
    sort: 'redeem_date',
    create: (n) => ({ remark: `Bench ${n}` }),
    update: (n) => ({ remark: `Bench ${n}` }),
  },
  {
    key: 'voucher_redeem',
    label: 'redemptions',
    rare: 'booking_no',
    common: 'staff_name',
    sort: 'booking_no',
    create: undefined, // to redeem is a workload of its own
    update: (n) => ({ remark: `Bench ${n}` }),
  },
];

/** Lists, records and writes of each such resource, in the same way as those of members. */
export const recordWorkloads = (deepPage: number): Workload[] => MEASURED.flatMap((measured) => of(measured, deepPage));

function of({ key, label, rare, common, sort, create, update }: Measured, deepPage: number): Workload[] {
  const records = (scene: Scene): RecordScene => scene.records[key];
  const id = (scene: Scene, n: number): string => {
    const { ids } = records(scene);
    return String(ids[n % ids.length] ?? 1);
  };
  const list = (query: Readonly<Record<string, string>> = {}): Ask => ({
    method: 'GET',
    path: `/api/${key}?${new URLSearchParams(query)}`,
  });
  const contains = (column: string, value: string): Ask => list({ [`filter[${column}][contains]`]: value, sort });
  const read = { target: 2, as: 'admin', usesIndex: true } as const;
  const write = { target: 2, as: 'admin' } as const;
  return [
    { ...read, name: `${key}-list`, label: `${label}: list, default order, 25 rows with total`, ask: () => list() },
    {
      ...read,
      name: `${key}-property-list`,
      label: `${label}: the same for a user of one hotel`,
      as: 'property',
      ask: () => list(),
    },
    {
      ...read,
      name: `${key}-rare`,
      label: `${label}: list, \`contains\` what one has, sorted`,
      ask: (scene) => contains(rare, records(scene).rare),
    },
    ...(common === undefined
      ? []
      : [
          {
            ...read,
            name: `${key}-common`,
            label: `${label}: list, \`contains\` a common name, sorted`,
            ask: (scene: Scene) => contains(common, records(scene).common),
          },
        ]),
    {
      ...read,
      name: `${key}-deep-page`,
      label: `${label}: page ${deepPage.toLocaleString('en')}`,
      ask: (scene) => list({ page: String(Math.min(deepPage, Math.floor((records(scene).ids.at(-1) ?? 0) / 50))) }),
    },
    {
      ...read,
      name: `${key}-record`,
      label: `${label}: one record`,
      ask: (scene, n) => ({ method: 'GET', path: `/api/${key}/${id(scene, n)}` }),
      varying: (scene, n) => [id(scene, n)],
    },
    ...(create
      ? [
          {
            ...write,
            name: `${key}-create`,
            label: `${label}: create`,
            ask: (scene: Scene, n: number): Ask => ({
              method: 'POST',
              path: `/api/${key}`,
              body: { ...records(scene).sample, ...create(n, scene) },
            }),
            varying: (scene: Scene, n: number) => Object.values(create(n, scene)).map(String),
          },
        ]
      : []),
    {
      ...write,
      name: `${key}-update`,
      label: `${label}: update`,
      ask: (scene, n) => ({ method: 'POST', path: `/api/${key}/${id(scene, n)}`, body: update(n) }),
      varying: (scene, n) => [id(scene, n), ...Object.values(update(n))],
    },
  ];
}

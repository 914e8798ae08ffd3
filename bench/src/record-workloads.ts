import type { RequestSpec, RecordContext, WorkloadContext, Workload } from './workload.ts';

/** A resource whose table grows with the members, and its requests. */
interface MeasuredResource {
  readonly key: keyof WorkloadContext['records'];
  /** Plural, as used in the rows of the table. */
  readonly label: string;
  /** Text columns: one with a value that hardly any record has, one with a value that many have. */
  readonly rare: string;
  readonly common: string | undefined;
  /** Sort column of the lists with `contains`. */
  readonly sort: string;
  /** The fields of the n-th new record that replace or extend the sample record. */
  readonly create: ((n: number, context: WorkloadContext) => Readonly<Record<string, string | number>>) | undefined;
  readonly update: (n: number) => Readonly<Record<string, string>>;
}

const MEASURED_RESOURCES: readonly MeasuredResource[] = [
  {
    key: 'visit',
    label: 'visits',
    rare: 'reference_no',
    common: 'staff_name',
    sort: '-grand_total',
    // A different member each, because visits of the same member are counted one after the other.
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
    create: undefined, // redeeming has its own workload
    update: (n) => ({ remark: `Bench ${n}` }),
  },
];

/** Lists, reads and writes of each such resource, like those of members. */
export const recordWorkloads = (deepPage: number): Workload[] =>
  MEASURED_RESOURCES.flatMap((measured) => of(measured, deepPage));

function of({ key, label, rare, common, sort, create, update }: MeasuredResource, deepPage: number): Workload[] {
  const records = (context: WorkloadContext): RecordContext => context.records[key];
  const id = (context: WorkloadContext, n: number): string => {
    const { ids } = records(context);
    return String(ids[n % ids.length] ?? 1);
  };
  const list = (query: Readonly<Record<string, string>> = {}): RequestSpec => ({
    method: 'GET',
    path: `/api/${key}?${new URLSearchParams(query)}`,
  });
  const contains = (column: string, value: string): RequestSpec =>
    list({ [`filter[${column}][contains]`]: value, sort });
  const read = { target: 2, as: 'admin', usesIndex: true } as const;
  const write = { target: 2, as: 'admin' } as const;
  return [
    { ...read, name: `${key}-list`, label: `${label}: list, default order, 25 rows with total`, call: () => list() },
    {
      ...read,
      name: `${key}-property-list`,
      label: `${label}: the same for a user of one hotel`,
      as: 'property',
      call: () => list(),
    },
    {
      ...read,
      name: `${key}-rare`,
      label: `${label}: list, \`contains\` what one has, sorted`,
      call: (context) => contains(rare, records(context).rare),
    },
    ...(common === undefined
      ? []
      : [
          {
            ...read,
            name: `${key}-common`,
            label: `${label}: list, \`contains\` a common name, sorted`,
            call: (context: WorkloadContext) => contains(common, records(context).common),
          },
        ]),
    {
      ...read,
      name: `${key}-deep-page`,
      label: `${label}: page ${deepPage.toLocaleString('en')}`,
      call: (context) =>
        list({ page: String(Math.min(deepPage, Math.floor((records(context).ids.at(-1) ?? 0) / 50))) }),
    },
    {
      ...read,
      name: `${key}-record`,
      label: `${label}: one record`,
      call: (context, n) => ({ method: 'GET', path: `/api/${key}/${id(context, n)}` }),
      varyingValues: (context, n) => [id(context, n)],
    },
    ...(create
      ? [
          {
            ...write,
            name: `${key}-create`,
            label: `${label}: create`,
            call: (context: WorkloadContext, n: number): RequestSpec => ({
              method: 'POST',
              path: `/api/${key}`,
              body: { ...records(context).sample, ...create(n, context) },
            }),
            varyingValues: (context: WorkloadContext, n: number) => Object.values(create(n, context)).map(String),
          },
        ]
      : []),
    {
      ...write,
      name: `${key}-update`,
      label: `${label}: update`,
      call: (context, n) => ({ method: 'POST', path: `/api/${key}/${id(context, n)}`, body: update(n) }),
      varyingValues: (context, n) => [id(context, n), ...Object.values(update(n))],
    },
  ];
}

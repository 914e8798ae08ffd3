import type { RequestSpec, RecordContext, WorkloadContext, Workload } from './workload.ts';

/** A resource whose table grows with the members, and its requests. */
interface MeasuredResource {
  readonly key: keyof WorkloadContext['records'];
  /** The plural name, as used in the rows of the table. */
  readonly label: string;
  /** Text columns: one with a value that hardly any record has, and one with a value that many have. */
  readonly rare: string;
  readonly common: string | undefined;
  /** The sort column of the lists with `contains`. */
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
    // Each request has a different member, because visits of the same member are counted one after the other.
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
    create: undefined, // Redeeming has its own workload
    update: (n) => ({ remark: `Bench ${n}` }),
  },
];

/** The lists, reads and writes of each such resource, like those of members. */
export const recordWorkloads = (deepPage: number): Workload[] =>
  MEASURED_RESOURCES.flatMap((resource) => createWorkloads(resource, deepPage));

function createWorkloads(
  { key, label, rare, common, sort, create, update }: MeasuredResource,
  deepPage: number,
): Workload[] {
  const getRecordContext = (context: WorkloadContext): RecordContext => context.records[key];
  const nthId = (context: WorkloadContext, n: number): string => {
    const { ids } = getRecordContext(context);
    return String(ids[n % ids.length] ?? 1);
  };
  const listRequest = (query: Readonly<Record<string, string>> = {}): RequestSpec => ({
    method: 'GET',
    path: `/api/${key}?${new URLSearchParams(query)}`,
  });
  const containsRequest = (column: string, value: string): RequestSpec =>
    listRequest({ [`filter[${column}][contains]`]: value, sort });
  const readDefaults = { user: 'admin', usesIndex: true } as const;
  const writeDefaults = { user: 'admin' } as const;
  return [
    {
      ...readDefaults,
      name: `${key}-list`,
      label: `${label}: list, default order, 25 rows with total`,
      call: () => listRequest(),
    },
    {
      ...readDefaults,
      name: `${key}-property-list`,
      label: `${label}: the same for a user of one hotel`,
      user: 'property',
      call: () => listRequest(),
    },
    {
      ...readDefaults,
      name: `${key}-rare`,
      label: `${label}: list, \`contains\` what one has, sorted`,
      call: (context) => containsRequest(rare, getRecordContext(context).rare),
    },
    ...(common === undefined
      ? []
      : [
          {
            ...readDefaults,
            name: `${key}-common`,
            label: `${label}: list, \`contains\` a common name, sorted`,
            call: (context: WorkloadContext) => containsRequest(common, getRecordContext(context).common),
          },
        ]),
    {
      ...readDefaults,
      name: `${key}-deep-page`,
      label: `${label}: page ${deepPage.toLocaleString('en')}`,
      call: (context) =>
        listRequest({ page: String(Math.min(deepPage, Math.floor((getRecordContext(context).ids.at(-1) ?? 0) / 50))) }),
    },
    {
      ...readDefaults,
      name: `${key}-record`,
      label: `${label}: one record`,
      call: (context, n) => ({ method: 'GET', path: `/api/${key}/${nthId(context, n)}` }),
      varyingValues: (context, n) => [nthId(context, n)],
    },
    ...(create
      ? [
          {
            ...writeDefaults,
            name: `${key}-create`,
            label: `${label}: create`,
            call: (context: WorkloadContext, n: number): RequestSpec => ({
              method: 'POST',
              path: `/api/${key}`,
              body: { ...getRecordContext(context).sample, ...create(n, context) },
            }),
            varyingValues: (context: WorkloadContext, n: number) => Object.values(create(n, context)).map(String),
          },
        ]
      : []),
    {
      ...writeDefaults,
      name: `${key}-update`,
      label: `${label}: update`,
      call: (context, n) => ({ method: 'POST', path: `/api/${key}/${nthId(context, n)}`, body: update(n) }),
      varyingValues: (context, n) => [nthId(context, n), ...Object.values(update(n))],
    },
  ];
}

/** The data for the requests of a run, read once from the database under test. */
export interface WorkloadContext {
  /** Live members, spread over all ids; few enough to fit in memory easily. */
  readonly ids: readonly number[];
  /** The most frequent last name, and one that hardly any member has. */
  readonly commonName: string;
  readonly rareName: string;
  /** First and last name of a member, one word each. */
  readonly fullName: readonly [string, string];
  /** Card numbers, spread over all members. */
  readonly cards: readonly string[];
  /** The fields of a new member, except the unique ones. */
  readonly newMember: Readonly<Record<string, unknown>>;
  /** A membership with vouchers and its payment type, at the hotel where vouchers are redeemed. */
  readonly sale: { readonly membership_id: number; readonly type_payment_id: number };
  readonly records: Readonly<Record<'visit' | 'member_voucher' | 'voucher_redeem', RecordContext>>;
  readonly redeemable: {
    /** Vouchers that can be redeemed once each at that hotel today. */
    readonly ids: readonly number[];
    readonly hotelId: number;
  };
  readonly system: IntegrationContext;
}

/** The data for the calls of a hotel's own system, at the hotel with the most members. */
export interface IntegrationContext {
  readonly hotelId: number;
  /** Cards valid today, each of a different member of the hotel. */
  readonly cards: readonly string[];
  /** Members of the hotel, by the identifier that they present. */
  readonly guests: readonly { readonly card_no: string; readonly phone_no: string; readonly email: string }[];
  /** Vouchers of its members that can be redeemed once each there today. */
  readonly vouchers: readonly number[];
}

/** The data for requests about the records of another table. */
export interface RecordContext {
  /** Live records, spread over all ids. */
  readonly ids: readonly number[];
  /** A text that a single record has, and one that many have. */
  readonly rare: string;
  readonly common: string;
  /** The fields of a new record, except the unique ones. */
  readonly sample: Readonly<Record<string, unknown>>;
}

export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Workload {
  readonly name: string;
  readonly label: string;
  /** An additional limit in milliseconds, both for single and for concurrent requests. */
  readonly limitMs?: number;
  /** The required number of requests per second of one process. */
  readonly perSecond?: number;
  /** Whether its statements cannot be replayed, because they name rows that the request itself created. */
  readonly hasNoFloor?: true;
  readonly user: 'admin' | 'property';
  /** Builds the n-th request. */
  readonly call: (context: WorkloadContext, n: number) => RequestSpec;
  /** Values of the n-th request that are parameters of its statements; the floor replaces them for each request. */
  readonly varyingValues?: (context: WorkloadContext, n: number) => readonly string[];
  /** Whether the floor must find its rows without scanning a whole large table. */
  readonly usesIndex?: boolean;
}

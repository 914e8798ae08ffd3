/** The data for the requests of a run: read once from the database that they will meet. */
export interface Scene {
  /** Live members, as many as fit in memory lightly, spread over all ids. */
  readonly ids: readonly number[];
  /** The last name that most members have, and one that hardly any has. */
  readonly commonName: string;
  readonly rareName: string;
  /** First and last name of a member, one word each. */
  readonly fullName: readonly [string, string];
  /** Numbers of cards, spread over all members. */
  readonly cards: readonly string[];
  /** The fields of a new member, but for the unique ones. */
  readonly newMember: Readonly<Record<string, unknown>>;
  /** A membership with vouchers, and how it is paid, at the hotel where vouchers are redeemed. */
  readonly sale: { readonly membership_id: number; readonly type_payment_id: number };
  readonly records: Readonly<Record<'visit' | 'member_voucher' | 'voucher_redeem', RecordScene>>;
  readonly redeemable: {
    /** Vouchers that can be redeemed today at that hotel, each once. */
    readonly ids: readonly number[];
    readonly hotelId: number;
  };
  readonly system: SystemScene;
}

/** The calls of a hotel's own system, that of the hotel with most members. */
export interface SystemScene {
  readonly hotelId: number;
  /** Cards that run today, each of another member of the hotel. */
  readonly cards: readonly string[];
  /** Members of the hotel, by what they show. */
  readonly guests: readonly { readonly card_no: string; readonly phone_no: string; readonly email: string }[];
  /** Vouchers of its members that can be redeemed there today, each once. */
  readonly vouchers: readonly number[];
}

/** The data for the requests about records of another table. */
export interface RecordScene {
  /** Live ones, spread over all ids. */
  readonly ids: readonly number[];
  /** A text that one of them has, and one that many have. */
  readonly rare: string;
  readonly common: string;
  /** The fields of a new one, but for the unique ones. */
  readonly sample: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Workload {
  readonly name: string;
  readonly label: string;
  /** The greatest allowed ratio to the floor's time. */
  readonly target: number;
  /** How many milliseconds it may take besides, alone and among others. */
  readonly within?: number;
  /** How many a second one process must do. */
  readonly perSecond?: number;
  /** Its statements cannot be said again: they name the rows that the request itself has made. */
  readonly hasNoFloor?: true;
  readonly as: 'admin' | 'property';
  /** The n-th request. */
  readonly ask: (scene: Scene, n: number) => Ask;
  /** Values of the n-th request that stand as parameters in its statements; the floor exchanges them in its turn. */
  readonly varying?: (scene: Scene, n: number) => readonly string[];
  /** Whether the floor must find its rows without reading a whole large table. */
  readonly usesIndex?: boolean;
}

import type { NavigationItem } from './navigation.ts';
import type { ACCESS_LEVEL, Role } from './permission.ts';

/** Response of `POST /oauth/token`. `expires_in` is in seconds. */
export interface TokenResponse {
  readonly token_type: 'Bearer';
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

/** `data` of `GET /api/user`. */
export interface CurrentUser {
  readonly id: number;
  /** 1 if the user must choose another password; until then, every other call is rejected. */
  readonly must_change_password: 0 | 1;
  /** 1 if the user must switch on two-factor sign-in; until then, every other call is rejected. */
  readonly must_set_up_second_factor: 0 | 1;
  readonly role: Role;
  /** Permission codes. */
  readonly roles: readonly string[];
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly email: string;
  readonly access_level: 'group' | 'region' | 'property' | null;
  /** Visible hotels; null means every hotel. */
  readonly hotels: readonly { readonly id: number; readonly code: string; readonly name: string }[] | null;
  /** The number of decimals of each currency used by hotels, by its code. */
  readonly currencies: Readonly<Record<string, number>>;
  readonly data: {
    readonly username: string;
    readonly email: string;
    /** The name of the first visible hotel; null if every hotel is visible, or none. */
    readonly branch: string | null;
    /** The currency of that hotel. */
    readonly price_slab: string | null;
    readonly settings: unknown;
    readonly shortcuts: readonly string[];
  };
  readonly navigation: readonly NavigationItem[];
}

/** An entry of `GET /api/{resource}/{id}/history`, newest first. */
export interface HistoryEntry {
  readonly at: string;
  /**
   * Null for the server itself. For a hotel's own system, it is the integration, without a user name. For a guest who
   * used a link in a mail it is nobody by name: such links show who owns the mail, not who reads it.
   */
  readonly by: {
    readonly id: number;
    readonly name: string;
    readonly username?: string;
    readonly kind?: 'integration' | 'guest';
  } | null;
  readonly action: 'create' | 'update' | 'delete' | 'restore';
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** The names of referenced records, before and after, as in `changes`. */
  readonly labels: Readonly<Record<string, readonly [string | null, string | null]>>;
}

/** A choice of a select. */
export interface ChoiceItem {
  readonly id: number;
  readonly name: string;
  readonly code?: string | null;
  /** Of a hotel: its time zone and its currency. */
  readonly time_zone?: string;
  readonly currency?: string;
}

export interface ListMeta {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly total_is_estimate: boolean;
}

/** A sign-in offered on the demonstration's login page (`GET /sign-in.json`). */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly role_group: string;
  readonly access_level: keyof typeof ACCESS_LEVEL;
}

export const OAUTH_CLIENT_ID = '1';
export const LOGIN_MIN_LENGTH = 4;

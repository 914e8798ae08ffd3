import type { DemoAccount } from './session.ts';

/** The captcha providers: three that a siteverify call checks, and ALTCHA, which this server checks itself. */
export const CAPTCHA_PROVIDERS = ['recaptcha', 'hcaptcha', 'turnstile', 'altcha'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** The field of a request that carries the answer to the captcha, whichever provider asked. */
export const CAPTCHA_FIELD = 'g-recaptcha-response';

/** The data that a page needs to ask for a captcha. */
export type Captcha =
  | { readonly provider: 'altcha'; readonly challenge_url: string }
  | { readonly provider: Exclude<CaptchaProvider, 'altcha'>; readonly site_key: string; readonly script_url: string };

/** Answer of `GET /sign-in.json`: the data that pages for strangers need, before anybody has signed in. */
export interface SignInOptions {
  /** Empty outside the demonstration. */
  readonly demo_accounts: readonly DemoAccount[];
  /** Null where none is asked for. */
  readonly captcha: Captcha | null;
}

/** `data` of `GET /api/user/profile`. */
export interface Profile {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_no: string | null;
  /** A signed address under `/storage`. */
  readonly photoURL: string | null;
  readonly role_group: { readonly id: number; readonly name: string } | null;
  readonly two_factor: boolean;
  /** How many recovery codes have not been used; 0 without two-factor sign-in. */
  readonly recovery_codes_left: number;
}

/** An item of `GET /api/user/sessions`. Instants are `YYYY-MM-DD HH:mm:ss` in UTC. */
export interface SessionItem {
  readonly id: number;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly current: boolean;
}

/** `data` of `POST /api/user/two_factor`: the secret for an authenticator app. Nothing is on until it is confirmed. */
export interface TwoFactorOffer {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, the content of the QR code. */
  readonly uri: string;
}

/** `data` where recovery codes are made; they are shown this once. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

export const RECOVERY_CODE_COUNT = 10;

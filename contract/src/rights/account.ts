import type { DemoAccount } from './session.ts';

/** The captcha providers: a siteverify call checks reCAPTCHA's solutions, and this server checks ALTCHA's itself. */
export const CAPTCHA_PROVIDERS = ['recaptcha', 'altcha'] as const;

/** The request field with the captcha's response, the same for both providers. */
export const CAPTCHA_FIELD = 'g-recaptcha-response';

/** The data that a page needs to show a captcha. */
export type Captcha =
  | { readonly provider: 'altcha'; readonly challenge_url: string }
  | { readonly provider: 'recaptcha'; readonly site_key: string; readonly script_url: string };

/** Response of `GET /sign-in.json`: the data that public pages need before sign-in. */
export interface SignInOptions {
  /** Empty outside the demonstration. */
  readonly demo_accounts: readonly DemoAccount[];
  /** Null if no captcha is required. */
  readonly captcha: Captcha | null;
  /** The name of the provider for single sign-on; null if there is none. */
  readonly single_sign_on: { readonly name: string } | null;
  /** Whether passkeys work at the console's public URL: browsers require a name with TLS, or `localhost`. */
  readonly has_passkeys: boolean;
}

/** Response of `POST /auth/single-sign-on/start`: the provider's URL, and secrets that the browser keeps until it returns. */
export interface SingleSignOnStart {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** `data` of `GET /api/user/profile`. */
export interface Profile {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_no: string | null;
  /** A signed URL under `/storage`. */
  readonly photoURL: string | null;
  readonly role_group: { readonly id: number; readonly name: string } | null;
  readonly two_factor: boolean;
  /** False if the role group forbids passwords. */
  readonly is_password_allowed: boolean;
  /** Number of unused recovery codes; 0 without two-factor sign-in. */
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

/** An item of `GET /api/user/passkeys`. Instants are `YYYY-MM-DD HH:mm:ss` in UTC. */
export interface PasskeyItem {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  /** Null if it was never used. */
  readonly last_used_at: string | null;
}

/**
 * `data` of `POST /api/user/two_factor`: the secret for an authenticator app. Two-factor sign-in stays off until it is
 * confirmed.
 */
export interface TwoFactorOffer {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, the content of the QR code. */
  readonly uri: string;
}

/** `data` of calls that create recovery codes, which are shown only this once. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

export const RECOVERY_CODE_COUNT = 10;

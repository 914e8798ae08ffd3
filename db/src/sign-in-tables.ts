import type { ColumnType, Generated } from 'kysely';

/** How a session began. */
export type SignInMethod = 'password' | 'provider' | 'passkey';

/** Sign-in tables: sessions, tokens and others; see migrations/0002_sign_in.sql. */
export interface SignInTables {
  session: {
    id: Generated<number>;
    user_id: number;
    is_remembered: boolean;
    ip: string | null;
    user_agent: string | null;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    method: Generated<SignInMethod>;
    /** The ID token of the provider; null without single sign-on. */
    id_token: string | null;
  };
  /** See migrations/20261201e_sign_in_methods.sql. */
  passkey: {
    id: Generated<number>;
    user_id: number;
    name: string;
    credential_id: Buffer;
    public_key: Buffer;
    use_count: number;
    transports: string[];
    created_at: Date;
    last_used_at: Date | null;
  };
  used_challenge: { signature: Buffer; expires_at: Date };
  /** Users at OpenID Connect providers; see migrations/20261201e_sign_in_methods.sql. */
  user_identity: { issuer: string; subject: string; user_id: number; linked_at: Date };
  access_token: { token_hash: Buffer; session_id: number; expires_at: Date };
  refresh_token: {
    token_hash: Buffer;
    session_id: number;
    expires_at: Date;
    used_at: Date | null;
    /**
     * Salt of the token pair issued in exchange, stored for half a minute after its use; see
     * migrations/0002_sign_in.sql.
     */
    response_salt: Buffer | null;
  };
  password_reset: { token_hash: Buffer; user_id: number; expires_at: Date };
  throttle: { subject: string; attempts: number; last_at: Date; blocked_until: Date };
  user_preference: {
    user_id: number;
    /** Written as JSON text. */
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    shortcuts: ColumnType<string[], string | undefined, string>;
  };
  signing_key: { is_singleton: Generated<boolean>; key: Buffer; inner_pad: Buffer; outer_pad: Buffer };
  /** Files that a row references or that the audit log can restore; see migrations/0002_sign_in.sql. */
  stored_file: { name: string };
  /** File names as created by api/src/platform/files. */
  user_photo: { user_id: number; file: string };
  two_factor: {
    user_id: number;
    secret: Buffer;
    recovery_salt: Buffer;
    /** Null until confirmed. */
    confirmed_at: Date | null;
    /** Time step of the last used code: seconds since 1970, divided by 30. */
    last_step: number | null;
  };
  recovery_code: { user_id: number; code_hash: Buffer };
  /** Signatures of solved challenges; see migrations/0002_sign_in.sql. */
  used_captcha: { signature: Buffer; expires_at: Date };
}

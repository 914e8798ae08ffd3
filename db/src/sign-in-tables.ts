import type { ColumnType, Generated } from 'kysely';

/** The tables of signing in: sessions, tokens and others; see migrations/0002_sign_in.sql. */
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
  };
  access_token: { token_hash: Buffer; session_id: number; expires_at: Date };
  refresh_token: {
    token_hash: Buffer;
    session_id: number;
    expires_at: Date;
    used_at: Date | null;
    /** Of the pair that it was traded for, for half a minute after its use; see migrations/0300_refresh_again.sql. */
    answer_salt: Buffer | null;
  };
  password_reset: { token_hash: Buffer; user_id: number; expires_at: Date };
  throttle: { subject: string; attempts: number; last_at: Date; blocked_until: Date };
  user_preference: {
    user_id: number;
    /** Written as JSON text. */
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    shortcuts: ColumnType<string[], string | undefined, string>;
  };
  signing_key: { is_only: Generated<boolean>; key: Buffer; inner_pad: Buffer; outer_pad: Buffer };
  /** Files that a row names, or that the log can bring back; see migrations/0002_sign_in.sql. */
  stored_file: { name: string };
  /** Names of files, as api/src/platform/files gives them. */
  user_photo: { user_id: number; file: string };
  two_factor: {
    user_id: number;
    secret: Buffer;
    recovery_salt: Buffer;
    /** Null while it is only offered. */
    confirmed_at: Date | null;
    /** The step of the last used code: seconds since 1970, divided by 30. */
    last_step: number | null;
  };
  recovery_code: { user_id: number; code_hash: Buffer };
  /** Signatures of challenges that were solved; see migrations/0002_sign_in.sql. */
  captcha_used: { signature: Buffer; expires_at: Date };
}

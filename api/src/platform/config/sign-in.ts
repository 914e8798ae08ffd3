import { CAPTCHA_PROVIDERS, formatMessage } from '@innkeeper/contract';
import { checkNewPassword } from '../passwords/password.ts';
import { ConfigError, type Environment, readFlag, readUrl } from './variables.ts';

/** The first user of an empty database. */
export interface AdministratorConfig {
  readonly email: string;
  readonly password: string;
}

export type CaptchaConfig =
  | { readonly provider: 'altcha'; readonly secret: string }
  | { readonly provider: 'recaptcha'; readonly siteKey: string; readonly secret: string; readonly verifyUrl: string };

/** An OpenID Connect provider. */
export interface SingleSignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The provider's name on the sign-in page. */
  readonly name: string;
  readonly scope: string;
  /** The claim that names the user's role group; undefined if administrators assign it. */
  readonly roleClaim: string | undefined;
  /** The claim with the codes of the user's hotels and regions; undefined if administrators assign them. */
  readonly hotelClaim: string | undefined;
  /** Whether addresses count as verified without `email_verified`. */
  readonly isEmailTrusted: boolean;
}

export function readAdministrator(env: Environment): AdministratorConfig | undefined {
  const email = env.ADMIN_EMAIL?.trim();
  const password = env.ADMIN_PASSWORD;
  if (!email && !password) return undefined;
  if (!email || !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email))
    throw new ConfigError('ADMIN_EMAIL must be an email address, given together with ADMIN_PASSWORD');
  if (!password || password.length < 12 || password.length > 128)
    throw new ConfigError('ADMIN_PASSWORD must have 12 to 128 characters, given together with ADMIN_EMAIL');
  const rejection = checkNewPassword(password, { email });
  if (rejection !== undefined) throw new ConfigError(`ADMIN_PASSWORD: ${formatMessage(rejection, 'en')}`);
  return { email, password };
}

/** A shorter secret could be guessed from a challenge, which anyone can fetch. */
const MIN_ALTCHA_SECRET = 16;

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';

export function readCaptcha(env: Environment): CaptchaConfig | null {
  const name = env.CAPTCHA_PROVIDER?.trim();
  if (!name) return null;
  const provider = CAPTCHA_PROVIDERS.find((candidate) => candidate === name);
  if (!provider)
    throw new ConfigError(`CAPTCHA_PROVIDER must be one of ${CAPTCHA_PROVIDERS.join(', ')}, not "${name}"`);
  const secret = env.CAPTCHA_SECRET?.trim() ?? '';
  if (provider === 'altcha') {
    if (secret.length < MIN_ALTCHA_SECRET)
      throw new ConfigError(`CAPTCHA_SECRET must have ${MIN_ALTCHA_SECRET} characters or more for altcha`);
    return { provider, secret };
  }
  const siteKey = env.CAPTCHA_SITE_KEY?.trim() ?? '';
  if (!siteKey) throw new ConfigError(`CAPTCHA_SITE_KEY is missing; ${provider} gives it together with CAPTCHA_SECRET`);
  if (!secret) throw new ConfigError(`CAPTCHA_SECRET is missing; ${provider} gives it together with CAPTCHA_SITE_KEY`);
  return {
    provider,
    siteKey,
    secret,
    verifyUrl: readUrl(env, 'CAPTCHA_VERIFY_URL') ?? RECAPTCHA_VERIFY_URL,
  };
}

/** Hosts that plain HTTP reaches without a network. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The issuer is stored unchanged: providers include a final slash or do not. */
export function readSingleSignOn(env: Environment): SingleSignOnConfig | undefined {
  const issuer = env.OIDC_ISSUER?.trim();
  if (!issuer) return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname))))
    throw new ConfigError(`OIDC_ISSUER must be an address like https://login.example, not "${issuer}"`);
  const clientId = env.OIDC_CLIENT_ID?.trim();
  if (!clientId) throw new ConfigError('OIDC_CLIENT_ID is missing; the provider gives it together with OIDC_ISSUER');
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET?.trim() || undefined,
    name: env.OIDC_NAME?.trim() || url.hostname,
    scope: env.OIDC_SCOPE?.trim() || 'openid email profile',
    roleClaim: env.OIDC_ROLE_CLAIM?.trim() || undefined,
    hotelClaim: env.OIDC_HOTEL_CLAIM?.trim() || undefined,
    isEmailTrusted: readFlag(env, 'OIDC_EMAIL_TRUSTED', false),
  };
}

import { timingSafeEqual } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type ErrorCode, OAUTH_CLIENT_ID, type TokenAnswer, errors, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptchaGuard } from '../platform/captcha/captcha.ts';
import type { Config } from '../platform/config.ts';
import { readPlainBody } from '../platform/http/body.ts';
import { ApiError, fail, invalid } from '../platform/http/fail.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { checkCredentials } from './credentials.ts';
import {
  type Device,
  type Lifetimes,
  type TokenPair,
  endSession,
  endSessionOf,
  findRefreshState,
  startSession,
  tradeRefreshToken,
} from './session.ts';
import { hashToken } from '../access/token.ts';

const { InvalidGrantError, InvalidRequestError, OAuthError, Request, Response } = OAuth2Server;

export interface OAuthServices {
  readonly db: Db;
  readonly config: Lifetimes & Pick<Config, 'oauthClientSecret'>;
  readonly clock: () => Date;
  readonly captcha: CaptchaGuard;
  readonly outbox: Outbox;
}

/** The body of a token call; every value is text by now. */
interface TokenRequest {
  readonly grant_type: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly username?: string;
  readonly password?: string;
  readonly otp?: string;
  readonly refresh_token?: string;
  readonly remember_me?: string;
}

const FIELDS = [
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'otp',
  'refresh_token',
  'remember_me',
] as const;

/** `scope` is left out: there are none to ask for. An empty value is none. */
function readTokenRequest(values: Readonly<Record<string, unknown>>): TokenRequest {
  const request: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const field of FIELDS) {
    const value = values[field];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new InvalidRequestError(`Invalid parameter: \`${field}\``);
    }
    request[field] = String(value);
  }
  if (request.grant_type === undefined) throw new InvalidRequestError('Missing parameter: `grant_type`');
  return { ...request, grant_type: request.grant_type };
}

const GIVEN = {
  en: 'Somebody with fewer rights than yours set this password. Choose one of your own by “Forgot Password?”, or ask an administrator for another one.',
  id: 'Kata sandi ini ditetapkan oleh orang yang haknya lebih sedikit dari hak Anda. Pilih kata sandi Anda sendiri lewat “Lupa kata sandi?”, atau minta yang baru kepada administrator.',
};

const TRUE = new Set(['1', 'true', 'on']);

/**
 * `POST /oauth/token` (RFC 6749): the password and the refresh grant for the first-party client. The library judges the
 * request and the order of things; the model below is this one request's view of users and sessions. See docs/decisions/0075-sign-in-by-kept-parts.md.
 */
export function registerOAuth(app: FastifyInstance, services: OAuthServices): void {
  app.post('/oauth/token', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    try {
      const { values } = await readPlainBody(request);
      const asked = readTokenRequest(values);
      if (asked.grant_type === 'password') await services.captcha.check(values, request.ip);
      const device = { ip: request.ip, userAgent: request.headers['user-agent'] };
      return await grantTokens(services, asked, device, request);
    } catch (error) {
      return refuse(error, request, reply);
    }
  });
}

async function grantTokens(
  services: OAuthServices,
  asked: TokenRequest,
  device: Device,
  request: FastifyRequest,
): Promise<TokenAnswer> {
  const isConfidential = services.config.oauthClientSecret !== undefined;
  const server = new OAuth2Server({
    model: createModel(services, asked, device, request.log),
    accessTokenLifetime: services.config.accessTokenSeconds,
    // Said of the grant that is asked for, or an unknown one would be refused for its client.
    requireClientAuthentication: { [asked.grant_type]: isConfidential },
  });
  const { authorization } = request.headers;
  const token = await server.token(
    new Request({
      method: 'POST',
      query: {},
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'transfer-encoding': 'chunked',
        ...(authorization && { authorization }),
      },
      body: toLibrary(asked),
    }),
    new Response(),
  );
  return {
    token_type: 'Bearer',
    access_token: token.accessToken,
    refresh_token: token.refreshToken ?? '',
    expires_in: services.config.accessTokenSeconds,
  };
}

/**
 * The library takes no text that mixes letters with emoji (its check of RFC 6749's characters knows only one plane at a
 * time), so user name and password go through it encoded; the model takes them from the request itself.
 */
const toLibrary = (asked: TokenRequest): TokenRequest => ({
  ...asked,
  ...(asked.username && { username: encodeURIComponent(asked.username.toWellFormed()) }),
  ...(asked.password && { password: encodeURIComponent(asked.password.toWellFormed()) }),
});

const CLIENT: OAuth2Server.Client = { id: OAUTH_CLIENT_ID, grants: ['password', 'refresh_token'] };

function createModel(
  { db, config, clock, outbox }: OAuthServices,
  asked: TokenRequest,
  device: Device,
  log: FastifyBaseLogger,
): OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel {
  const now = clock();
  const isGrant = (name: string) => asked.grant_type === name;

  async function rotate(refreshToken: string, isRemembered: boolean): Promise<TokenPair | undefined> {
    const pair = await tradeRefreshToken(db, config, refreshToken, { isRemembered, device }, now);
    if (!pair) await endSessionOf(db, refreshToken, now);
    return pair;
  }

  return {
    getClient: async (id, secret) => (id === CLIENT.id && isSecret(config.oauthClientSecret, secret) ? CLIENT : null),

    async getUser() {
      const found = await checkCredentials(
        db,
        { username: asked.username ?? '', password: asked.password ?? '', otp: asked.otp, ip: device.ip },
        now,
      );
      if (found.state === 'wrong') {
        // Not the name: people type their password there by mistake.
        log.warn({ ip: device.ip }, 'a sign-in failed');
        return false;
      }
      if (found.state === 'void') {
        log.warn({ ip: device.ip, user: found.userId }, 'a sign-in failed: the password was given by somebody else');
        throw fail('password_change_required', { message: GIVEN });
      }
      if (found.state === 'code_missing') throw fail('two_factor_required');
      if (found.state === 'code_wrong') {
        log.warn({ ip: device.ip, user: found.userId }, 'a sign-in failed at its second factor');
        throw invalid({ otp: [message('wrong_code')] });
      }
      return { id: found.userId };
    },

    async getRefreshToken(refreshToken) {
      const found = await findRefreshState(db, refreshToken, device, now);
      if (found.state === 'used') {
        log.warn(
          { session: found.sessionId, ip: device.ip },
          'a refresh token came a second time: its session was ended',
        );
        await endSession(db, found.sessionId, now);
      }
      // Without an expiry date: it was judged by the database, not by the library's clock.
      return (
        found.state === 'usable' && {
          refreshToken,
          client: CLIENT,
          user: { id: found.userId, isRemembered: found.isRemembered },
        }
      );
    },

    // It is used up in the statement that hands out the next pair, so that a crash in between costs nobody the session.
    revokeToken: async () => true,

    async saveToken(_token, client, user) {
      const isRemembered = isGrant('refresh_token') ? user.isRemembered === true : TRUE.has(asked.remember_me ?? '');
      const pair = isGrant('refresh_token')
        ? await rotate(asked.refresh_token ?? '', isRemembered)
        : await startSession(db, config, { userId: Number(user.id), isRemembered, device }, now, outbox);
      if (!pair) throw new InvalidGrantError('Invalid grant: it is not valid any more');
      return { accessToken: pair.accessToken, refreshToken: pair.refreshToken, client, user };
    },

    // Authenticating requests is not the library's: see authenticate.ts.
    getAccessToken: async () => null,
  };
}

/** A public client has no secret to show; any value that it sends in its place does not matter. */
function isSecret(expected: string | undefined, given: string | undefined): boolean {
  if (expected === undefined) return true;
  return given !== undefined && timingSafeEqual(hashToken(expected), hashToken(given));
}

/** RFC 6749 wants `error` and `error_description`; `message` is for people. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof OAuthError)) throw error;
  // The library wraps errors of the model.
  const cause: unknown = 'inner' in error ? error.inner : undefined;
  if (cause instanceof Error && !(cause instanceof OAuthError)) throw cause;
  const code = codeOf(error.name);
  if (code === undefined) throw error;
  const body = new ApiError(code).body(languageOf(request), request.id);
  if (error.code === 401) reply.header('www-authenticate', 'Basic realm="Innkeeper"');
  return reply.code(error.code === 401 ? 401 : errors[code].status).send({ ...body, error_description: error.message });
}

function codeOf(name: string): ErrorCode | undefined {
  if (
    name === 'invalid_grant' ||
    name === 'invalid_client' ||
    name === 'invalid_request' ||
    name === 'unsupported_grant_type'
  )
    return name;
  return name === 'unauthorized_client' ? 'unsupported_grant_type' : undefined;
}

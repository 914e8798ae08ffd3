import { timingSafeEqual } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type ErrorCode, OAUTH_CLIENT_ID, type TokenResponse, errors, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptchaGuard } from '../platform/captcha/captcha.ts';
import type { Config } from '../platform/config/config.ts';
import { readPlainBody } from '../platform/http/body.ts';
import { ApiError, apiError, validationError } from '../platform/http/api-error.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { checkCredentials } from './credentials.ts';
import {
  type Device,
  type Lifetimes,
  type TokenPair,
  endSession,
  endSessionByRefreshToken,
  findRefreshState,
  startSession,
  exchangeRefreshToken,
  toTokenResponse,
} from './session.ts';
import { hashToken } from '../access/token.ts';
import { accountTexts } from '../texts/account.ts';

const { InvalidGrantError, InvalidRequestError, OAuthError, Request, Response } = OAuth2Server;

export interface OAuthServices {
  readonly db: Db;
  readonly config: Lifetimes & Pick<Config, 'oauthClientSecret'>;
  readonly clock: () => Date;
  readonly captcha: CaptchaGuard;
  readonly outbox: Outbox;
}

/** The body of a token call; all values are strings by now. */
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

const TOKEN_FIELDS = [
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'otp',
  'refresh_token',
  'remember_me',
] as const;

/** Ignores `scope`, because there are none to request. An empty value counts as missing. */
function parseTokenRequest(values: Readonly<Record<string, unknown>>): TokenRequest {
  const request: Partial<Record<(typeof TOKEN_FIELDS)[number], string>> = {};
  for (const field of TOKEN_FIELDS) {
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

const TRUE_VALUES = new Set(['1', 'true', 'on']);

/**
 * `POST /oauth/token` (RFC 6749): the password and refresh grants of the first-party client. The library validates the
 * request and the order of steps; the model below gives it this request's view of users and sessions. See
 * docs/decisions/0075-keep-the-oauth-library-and-two-captcha-providers.md.
 */
export function registerOAuth(app: FastifyInstance, services: OAuthServices): void {
  app.post('/oauth/token', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    try {
      const { values } = await readPlainBody(request);
      const tokenRequest = parseTokenRequest(values);
      if (tokenRequest.grant_type === 'password') await services.captcha.check(values, request.ip);
      const device = { ip: request.ip, userAgent: request.headers['user-agent'] };
      return await grantTokens(services, tokenRequest, device, request);
    } catch (error) {
      return sendError(error, request, reply);
    }
  });
}

async function grantTokens(
  services: OAuthServices,
  tokenRequest: TokenRequest,
  device: Device,
  request: FastifyRequest,
): Promise<TokenResponse> {
  const isConfidential = services.config.oauthClientSecret !== undefined;
  const server = new OAuth2Server({
    model: createModel(services, tokenRequest, device, request.log),
    accessTokenLifetime: services.config.accessTokenSeconds,
    // Set for the requested grant only, or an unknown grant would be rejected because of its client.
    requireClientAuthentication: { [tokenRequest.grant_type]: isConfidential },
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
      body: toLibraryRequest(tokenRequest),
    }),
    new Response(),
  );
  return toTokenResponse({ accessToken: token.accessToken, refreshToken: token.refreshToken ?? '' }, services.config);
}

/**
 * The library rejects text that mixes letters with emoji: its check of RFC 6749's characters handles only one Unicode
 * plane at a time. So the user name and password are encoded for it, and the model takes them from the request itself.
 */
const toLibraryRequest = (tokenRequest: TokenRequest): TokenRequest => ({
  ...tokenRequest,
  ...(tokenRequest.username && { username: encodeURIComponent(tokenRequest.username.toWellFormed()) }),
  ...(tokenRequest.password && { password: encodeURIComponent(tokenRequest.password.toWellFormed()) }),
});

const OAUTH_CLIENT: OAuth2Server.Client = { id: OAUTH_CLIENT_ID, grants: ['password', 'refresh_token'] };

function createModel(
  { db, config, clock, outbox }: OAuthServices,
  tokenRequest: TokenRequest,
  device: Device,
  log: FastifyBaseLogger,
): OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel {
  const now = clock();
  const isGrantType = (name: string) => tokenRequest.grant_type === name;

  async function rotateRefreshToken(refreshToken: string, isRemembered: boolean): Promise<TokenPair | undefined> {
    const pair = await exchangeRefreshToken(db, config, refreshToken, { isRemembered, device }, now);
    if (!pair) await endSessionByRefreshToken(db, refreshToken, now);
    return pair;
  }

  return {
    getClient: async (id, secret) =>
      id === OAUTH_CLIENT.id && isCorrectSecret(config.oauthClientSecret, secret) ? OAUTH_CLIENT : null,

    async getUser() {
      const outcome = await checkCredentials(
        db,
        {
          username: tokenRequest.username ?? '',
          password: tokenRequest.password ?? '',
          otp: tokenRequest.otp,
          ip: device.ip,
        },
        now,
      );
      if (outcome.state === 'wrong') {
        // The name is not logged: people enter their password there by mistake.
        log.warn({ ip: device.ip }, 'a sign-in failed');
        return false;
      }
      if (outcome.state === 'forbidden') {
        log.warn({ ip: device.ip, user: outcome.userId }, 'a sign-in failed: the role group allows no passwords');
        throw apiError('password_not_allowed');
      }
      if (outcome.state === 'void') {
        log.warn({ ip: device.ip, user: outcome.userId }, 'a sign-in failed: the password was given by somebody else');
        throw apiError('password_change_required', { message: accountTexts.passwordSetByOthers });
      }
      if (outcome.state === 'code_missing') throw apiError('two_factor_required');
      if (outcome.state === 'code_wrong') {
        log.warn({ ip: device.ip, user: outcome.userId }, 'a sign-in failed at its second factor');
        throw validationError({ otp: [message('wrong_code')] });
      }
      return { id: outcome.userId };
    },

    async getRefreshToken(refreshToken) {
      const refreshState = await findRefreshState(db, refreshToken, device, now);
      if (refreshState.state === 'used') {
        log.warn(
          { session: refreshState.sessionId, ip: device.ip },
          'a refresh token came a second time: its session was ended',
        );
        await endSession(db, refreshState.sessionId, now);
      }
      // No expiry date: the database has checked it already, not the library's clock.
      return (
        refreshState.state === 'usable' && {
          refreshToken,
          client: OAUTH_CLIENT,
          user: { id: refreshState.userId, isRemembered: refreshState.isRemembered },
        }
      );
    },

    // The statement that issues the next pair also revokes this token, so a crash in between does not lose the session.
    revokeToken: async () => true,

    async saveToken(_token, client, user) {
      const isRemembered = isGrantType('refresh_token')
        ? user.isRemembered === true
        : TRUE_VALUES.has(tokenRequest.remember_me ?? '');
      const pair = isGrantType('refresh_token')
        ? await rotateRefreshToken(tokenRequest.refresh_token ?? '', isRemembered)
        : await startSession(db, config, { userId: Number(user.id), isRemembered, device }, now, outbox);
      if (!pair) throw new InvalidGrantError('Invalid grant: it is not valid any more');
      return { accessToken: pair.accessToken, refreshToken: pair.refreshToken, client, user };
    },

    // The library does not authenticate requests: see authenticate.ts.
    getAccessToken: async () => null,
  };
}

/** A public client has no secret; any value that it sends instead is ignored. */
function isCorrectSecret(expectedSecret: string | undefined, sentSecret: string | undefined): boolean {
  if (expectedSecret === undefined) return true;
  return sentSecret !== undefined && timingSafeEqual(hashToken(expectedSecret), hashToken(sentSecret));
}

/** RFC 6749 requires `error` and `error_description`; `message` is for people. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof OAuthError)) throw error;
  // The library wraps errors of the model.
  const cause: unknown = 'inner' in error ? error.inner : undefined;
  if (cause instanceof Error && !(cause instanceof OAuthError)) throw cause;
  const code = toErrorCode(error.name);
  if (code === undefined) throw error;
  const body = new ApiError(code).body(languageOf(request), request.id);
  if (error.code === 401) reply.header('www-authenticate', 'Basic realm="Innkeeper"');
  return reply.code(error.code === 401 ? 401 : errors[code].status).send({ ...body, error_description: error.message });
}

function toErrorCode(name: string): ErrorCode | undefined {
  if (
    name === 'invalid_grant' ||
    name === 'invalid_client' ||
    name === 'invalid_request' ||
    name === 'unsupported_grant_type'
  )
    return name;
  return name === 'unauthorized_client' ? 'unsupported_grant_type' : undefined;
}

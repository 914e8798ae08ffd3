import {
  AuthorizationResponseError,
  type Configuration,
  ResponseBodyError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { SingleSignOnStart } from '@innkeeper/contract';
import type { SingleSignOnConfig } from '../platform/config/sign-in.ts';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { signInTexts } from '../texts/sign-in.ts';

/*
 * The OpenID Connect provider: authorization code flow with PKCE, state and nonce. The browser keeps the secrets of its
 * attempt, as those of a public client, so nothing has to be stored for attempts that are never finished. A code that
 * is stolen on its way is useless without them, and so is a link that a stranger prepared.
 */

/** Seconds for each request to the provider. */
const TIMEOUT_SECONDS = 5;

/** Path of the console's page to which the provider returns the browser. */
const RETURN_PATH = '/auth/single-sign-on';

/** The secrets of an attempt, as `start` returned them, and the query that the provider added to our page. */
export interface ProviderResponse extends Omit<SingleSignOnStart, 'url'> {
  readonly query: string;
}

/** What the provider says about a person. The claims are from its ID token and its userinfo endpoint. */
export interface ProviderSignIn {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

export interface IdentityProvider {
  /** Throws a 503 if the provider cannot be reached. */
  start(): Promise<SingleSignOnStart>;
  /** Throws a 403 if the provider rejected the sign-in or the attempt is out of date, a 503 if it cannot be reached. */
  finish(response: ProviderResponse): Promise<ProviderSignIn>;
  /** The URL that ends the provider's own session; undefined if the provider has none or cannot be reached. */
  findSignOutUrl(idToken: string): Promise<string | undefined>;
}

/** The provider's own description is loaded when it is first needed, and again after a failure. */
export function createIdentityProvider(
  settings: SingleSignOnConfig,
  publicUrl: string,
  timeoutSeconds = TIMEOUT_SECONDS,
): IdentityProvider {
  let discovered: Promise<Configuration> | undefined;
  const discover = (): Promise<Configuration> => {
    discovered ??= discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: timeoutSeconds,
      // The configuration allows plain HTTP on this machine only.
      execute: [enableNonRepudiationChecks, ...(settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  const redirectUrl = `${publicUrl}${RETURN_PATH}`;

  return {
    async start() {
      const configuration = await discover().catch(rethrowProviderError);
      const [state, nonce, code_verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, code_verifier };
    },

    async finish({ query, state, nonce, code_verifier }) {
      const parameters = new URLSearchParams(query);
      if (state === '' || parameters.get('state') !== state)
        throw apiError('sign_in_rejected', { message: signInTexts.attemptOutdated });
      try {
        const configuration = await discover();
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUrl}?${parameters.toString()}`), {
          pkceCodeVerifier: code_verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        if (!idClaims || tokens.id_token === undefined) throw new Error('the provider sent no ID token');
        const { issuer, userinfo_endpoint } = configuration.serverMetadata();
        const userClaims =
          userinfo_endpoint === undefined ? {} : await fetchUserInfo(configuration, tokens.access_token, idClaims.sub);
        return { issuer, subject: idClaims.sub, claims: { ...idClaims, ...userClaims }, idToken: tokens.id_token };
      } catch (error) {
        return rethrowProviderError(error);
      }
    },

    async findSignOutUrl(idToken) {
      try {
        const configuration = await discover();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const url = buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${publicUrl}/login`,
        });
        return url.href;
      } catch {
        // Our own session has ended, which must not depend on the provider.
        return undefined;
      }
    },
  };
}

function rethrowProviderError(error: unknown): never {
  throw toProviderError(error);
}

/** Only two failures are about the person's attempt. Any other is a provider that is away, or configured differently. */
function toProviderError(error: unknown): ApiError {
  if (error instanceof AuthorizationResponseError)
    return apiError('sign_in_rejected', { message: signInTexts.providerRejected });
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return apiError('sign_in_rejected', { message: signInTexts.attemptOutdated });
  return apiError('unavailable', {
    message: signInTexts.providerUnavailable,
    headers: { 'retry-after': '5' },
    cause: new Error('single sign-on failed', { cause: error }),
  });
}

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person at the provider: the subject, and the claims about them. */
type Claims = Readonly<Record<string, unknown>>;

/** A real OpenID Connect provider, whose pages let everybody in without a question. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Adds a person, or changes their claims. */
  setPerson(subject: string, claims: Claims): void;
  /**
   * Goes through the provider's pages as a browser of this person, or of one who cancels. Returns the query with which
   * the provider sends the browser back.
   */
  visit(url: string, subject: string | undefined): Promise<string>;
  close(): Promise<void>;
}

export const OPENID_CLIENT = { client_id: 'innkeeper', client_secret: 'a secret of the test client' };

/** The console's address, as in `createTestServer`. */
const CONSOLE_URL = 'https://console.test';

const createSigningKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'test',
  use: 'sig',
  alg: 'RS256',
});

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const persons = new Map<string, Claims>();
  let visitor: string | undefined;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server on a port has no other kind of address
  const issuer = `http://127.0.0.1:${port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        ...OPENID_CLIENT,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${CONSOLE_URL}/auth/single-sign-on`],
        post_logout_redirect_uris: [`${CONSOLE_URL}/login`],
      },
    ],
    jwks: { keys: [createSigningKey()] },
    cookies: { keys: ['a key of the test'] },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups', 'hotels'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...persons.get(id) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const respond = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(
        request,
        response,
        visitor === undefined ? { error: 'access_denied' } : { login: { accountId: visitor } },
      );
    else respond(request, response);
  });

  return {
    issuer,
    setPerson: (subject, claims) => void persons.set(subject, claims),
    async visit(url, subject) {
      visitor = subject;
      const cookies = new Map<string, string>();
      let next = new URL(url);
      while (next.origin === issuer) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`The provider got status ${response.status}: ${await response.text()}`);
        next = new URL(location, next);
      }
      return next.search;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

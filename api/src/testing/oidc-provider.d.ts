/** Types of an untyped package, for the parts that the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly provider: { readonly Grant: new (owner: { clientId: string; accountId: string }) => Grant };
    };
  }

  interface Configuration {
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly cookies: { readonly keys: readonly string[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly scopes: readonly string[];
    readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly interactions: { readonly url: (context: unknown, interaction: { readonly uid: string }) => string };
    readonly findAccount: (
      context: unknown,
      id: string,
    ) => { readonly accountId: string; readonly claims: () => Readonly<Record<string, unknown>> };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly ttl?: Readonly<Record<string, number>>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } } | { readonly error: string },
    ): Promise<void>;
  }
}

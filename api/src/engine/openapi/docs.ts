import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { DARK_THEMES } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from '../../platform/http/compression.ts';
import type { OpenApiDocument } from './document.ts';

/** The plugin's own policy allows styles and pictures from other origins, and requires TLS. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; base-uri 'none'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; style-src 'self' 'unsafe-inline'";

/** Hides the Swagger bar, which repeats what the page shows. */
const STYLE = `
.swagger-ui .topbar { display: none }
html.dark-mode { color-scheme: dark }`;

/** Uses the console's dark mode, from its settings in the browser's local storage; without them, the system's. */
const SCRIPT = `
const [, main] = /"main":"(\\w+)"/.exec(localStorage.getItem('innkeeper.settings') || '') || []
const isDark = main && main !== 'system' ? ${JSON.stringify(DARK_THEMES)}.includes(main) : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.classList.toggle('dark-mode', isDark)`;

/** The logo of the console. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5a42"/><path d="M16 6a5 5 0 0 1 2 9.58V26h-4v-3h-2.5v-3H14v-4.42A5 5 0 0 1 16 6Zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" fill="#fff"/></svg>';

const compress = promisify(gzip);

/** Serves the documents by their paths; `/docs` displays the one at `/openapi.json`. */
export async function registerDocs(
  app: FastifyInstance,
  documents: Readonly<Record<string, () => OpenApiDocument>>,
): Promise<void> {
  for (const [path, createDocument] of Object.entries(documents)) serveDocument(app, path, createDocument);
  // The page requests its own URL, where the plugin would serialize the document on every request.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/docs/json') return reply.redirect('/openapi.json');
  });
  // The plugin expects to collect and describe the routes; ours are described already.
  await app.register(swagger, {
    openapi: {},
    hiddenTag: '',
    hideUntagged: true,
    transformObject: () => documents['/openapi.json']?.() as never,
  }); // the plugin's type is that of OpenAPI 3.0
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    // Starts collapsed: groups of calls without their details.
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1, filter: true },
    theme: {
      title: 'Innkeeper · API',
      css: [{ filename: 'look.css', content: STYLE }],
      js: [{ filename: 'look.js', content: SCRIPT }],
      favicon: [{ filename: 'mark.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: LOGO }],
    },
  });
}

function serveDocument(app: FastifyInstance, path: string, createDocument: () => OpenApiDocument): void {
  // Serialized once: megabytes of text that do not change while the server runs. Gzip reduces them to a fifteenth.
  let serializedDocument: Promise<{ readonly json: string; readonly gzipped: Buffer }> | undefined;
  const serializeDocument = async () => {
    const json = JSON.stringify(createDocument());
    return { json, gzipped: await compress(json) };
  };
  app.get(path, async (request, reply) => {
    const { json, gzipped } = await (serializedDocument ??= serializeDocument());
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' });
    if (!acceptsGzip(request)) return json;
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
}

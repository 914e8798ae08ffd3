import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document.ts';

/** The plugin's own policy would let styles and pictures come from elsewhere, and asks for TLS. */
const OWN_ORIGIN =
  "default-src 'self'; base-uri 'none'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; style-src 'self' 'unsafe-inline'";

/** `/openapi.json` is the document, `/docs` shows it. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', () => openApiDocument());
  // The plugin collects the routes to describe; ours are described already.
  await app.register(swagger, {
    openapi: {},
    hiddenTag: '',
    hideUntagged: true,
    transformObject: () => openApiDocument() as never,
  }); // its type is OpenAPI 3.0's
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: OWN_ORIGIN });
}

import { permission, reportCatalogue, resources } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { withCurrentActor } from '../../access/authenticate.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';

/** `GET /api/report/catalogue`: the tables and columns available for reports, labelled in the request's language. */
export function registerCatalogueRoute(app: FastifyInstance): void {
  app.get('/api/report/catalogue', (request) =>
    withCurrentActor(request, async (actor) => {
      if (!actor.roles.has(permission('VIEW', resources.report.permission))) throw apiError('forbidden');
      const language = languageOf(request);
      const data = reportCatalogue.map(({ table, label, columns }) => ({
        table,
        label: label[language],
        columns: columns.map((column) => ({ ...column, label: column.label[language] })),
      }));
      return { data };
    }),
  );
}

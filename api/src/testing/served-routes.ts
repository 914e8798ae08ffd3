import type { FastifyInstance } from 'fastify';

/** The routes that the router serves, as `GET /api/member/:id`: parsed from the tree that Fastify prints. */
export function servedRoutes(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^([│ ]*)[├└]── (.+) \(([A-Z, -]+)\)$/.exec(line);
      if (!match) return [];
      const [, indent = '', part = '', methods = ''] = match;
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      return methods.split(', ').map((method) => `${method} ${above.join('')}`);
    });
}

import type { FastifyInstance } from 'fastify';

export interface KnownMethods {
  /** The methods supported at a path, for the `Allow` header of a 405. */
  methodsAt(path: string): string[];
}

/** Records the methods of every route registered afterwards, because the router can only check one method at a time. */
export function recordMethods(app: FastifyInstance): KnownMethods {
  const routes: { pattern: RegExp; isExact: boolean; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
    routes.push({ pattern, isExact: !url.includes(':'), methods: [method].flat() });
  });
  return {
    methodsAt: (path) => {
      const matchingRoutes = routes.filter(({ pattern }) => pattern.test(path));
      // A path with its own route, such as `/api/member/choices`, must not match the route of a record.
      const exactRoutes = matchingRoutes.filter(({ isExact }) => isExact);
      return [
        ...new Set((exactRoutes.length > 0 ? exactRoutes : matchingRoutes).flatMap(({ methods }) => methods)),
      ].sort();
    },
  };
}

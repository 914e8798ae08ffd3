import type { FastifyInstance } from 'fastify';

export interface KnownMethods {
  /** The methods supported at a path, for the `Allow` header of a 405. */
  at(path: string): string[];
}

/** Records every route registered from here on. The router itself can only check one method at a time. */
export function watchMethods(app: FastifyInstance): KnownMethods {
  const routes: { pattern: RegExp; isExact: boolean; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
    routes.push({ pattern, isExact: !url.includes(':'), methods: [method].flat() });
  });
  return {
    at: (path) => {
      const fitting = routes.filter(({ pattern }) => pattern.test(path));
      // A path with its own route, such as `/api/member/choices`, is not a record's path.
      const exact = fitting.filter(({ isExact }) => isExact);
      return [...new Set((exact.length > 0 ? exact : fitting).flatMap(({ methods }) => methods))].sort();
    },
  };
}

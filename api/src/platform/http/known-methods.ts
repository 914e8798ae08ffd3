import type { FastifyInstance } from 'fastify';

export interface KnownMethods {
  /** The methods that would be answered at a path: a 405 names them in `Allow`. */
  at(path: string): string[];
}

/** Remembers every route that is registered from here on. The router itself tells only whether one method fits. */
export function watchMethods(app: FastifyInstance): KnownMethods {
  const known: { pattern: RegExp; isExact: boolean; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
    known.push({ pattern, isExact: !url.includes(':'), methods: [method].flat() });
  });
  return {
    at: (path) => {
      const fitting = known.filter(({ pattern }) => pattern.test(path));
      // A path with a route of its own is no record's: `/api/member/choices`.
      const exact = fitting.filter(({ isExact }) => isExact);
      return [...new Set((exact.length > 0 ? exact : fitting).flatMap(({ methods }) => methods))].sort();
    },
  };
}

import type { FastifyInstance } from 'fastify';

interface Route {
  method: string;
  matches: RegExp;
}

/** Remembers every route as it is registered, to tell a path with another method from a path that does not exist. */
export class KnownRoutes {
  private readonly routes: Route[] = [];

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const pattern = url.replaceAll(/[.]/g, '\\.').replaceAll(/:[^/]+/g, '[^/]+');
      for (const one of [method].flat()) this.routes.push({ method: one, matches: new RegExp(`^${pattern}$`) });
    });
  }

  methodsOf(path: string): string[] {
    return [...new Set(this.routes.filter(({ matches }) => matches.test(path)).map(({ method }) => method))].sort();
  }
}

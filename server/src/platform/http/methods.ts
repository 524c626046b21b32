import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed, notFound } from '../problems.ts';
import { isReservedSlug } from '../slugs.ts';

interface Methods {
  /** Answers a request for which there is no route: 404, or if its address takes other methods, 405 or what OPTIONS asks. */
  readonly answerUnrouted: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Throws 405 for an address with a path of its own, such as `/crm/imports`, whose method only `/crm/:objectSlug` has. */
  readonly refuseOtherPath: (request: FastifyRequest) => void;
}

const longestPathToMatch = 1000;

/** To be called before the first route is added: it observes all of them. */
export function observeMethods(app: FastifyInstance): Methods {
  const methodsByPath = new Map<string, Path>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = methodsByPath.get(url) ?? { matches: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) path.methods.add(name);
    methodsByPath.set(url, path);
  });
  const methodsOf = (request: FastifyRequest): string[] => {
    const [path = ''] = request.url.split('?', 1);
    if (path.length > longestPathToMatch) return [];
    const isReserved = isReservedSlug(path.split('/', 2)[1] ?? '');
    const paths = [...methodsByPath].filter(
      ([url, { matches }]) => !(isReserved && url.startsWith('/:')) && matches.test(path),
    );
    return [...new Set(paths.flatMap(([, { methods }]) => [...methods]))].sort();
  };
  const narrowerOf = memoized((url) =>
    [...methodsByPath].flatMap(([other, path]) => (isNarrower(other, url) ? [path] : [])),
  );
  return {
    answerUnrouted(request, reply) {
      const methods = methodsOf(request);
      if (methods.length === 0) throw notFound('Route');
      if (request.method !== 'OPTIONS') throw notAllowed(request, methods);
      const allow = methods.join(', ');
      return reply.status(204).headers({ allow, 'access-control-allow-methods': allow }).send();
    },
    refuseOtherPath(request) {
      const narrower = narrowerOf(request.routeOptions.url ?? '');
      if (narrower.length === 0) return;
      const [pathname = ''] = request.url.split('?', 1);
      const path = narrower.find(({ matches }) => matches.test(pathname));
      if (path && !path.methods.has(request.method)) throw notAllowed(request, [...path.methods].sort());
    },
  };
}

interface Path {
  readonly matches: RegExp;
  readonly methods: Set<string>;
}

function notAllowed({ method }: FastifyRequest, methods: readonly string[]) {
  const allow = methods.join(', ');
  return failed(405, `This URL accepts ${allow}, not ${method}.`, { allow });
}

/** Whether one pattern names outright what is a parameter of the other, and is the same beside that. */
function isNarrower(url: string, than: string): boolean {
  const [segments, others] = [url.split('/'), than.split('/')];
  if (url === than || segments.length !== others.length || url.includes('*')) return false;
  const isParameter = (segment: string | undefined): boolean => segment?.startsWith(':') ?? false;
  return (
    segments.every((segment, index) => {
      const other = others[index];
      return isParameter(other) || segment === other;
    }) && segments.some((segment, index) => isParameter(others[index]) && !isParameter(segment))
  );
}

function memoized<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

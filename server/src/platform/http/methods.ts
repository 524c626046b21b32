import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failed, notFound } from '../problems.ts';
import { isReservedSlug } from '../slugs.ts';

/** Answers a request for which there is no route: 404, or if its address takes other methods, 405 or what OPTIONS asks. */
export type AnswerUnrouted = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const longestPathToMatch = 1000;

/** To be called before the first route is added: it observes all of them. */
export function observeMethods(app: FastifyInstance): AnswerUnrouted {
  const methodsByPath = new Map<string, { matches: RegExp; methods: Set<string> }>();
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
  return (request, reply) => {
    const methods = methodsOf(request);
    if (methods.length === 0) throw notFound('Route');
    const allow = methods.join(', ');
    if (request.method !== 'OPTIONS')
      throw failed(405, `This address takes ${allow}, not ${request.method}.`, { allow });
    return reply.status(204).headers({ allow, 'access-control-allow-methods': allow }).send();
  };
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

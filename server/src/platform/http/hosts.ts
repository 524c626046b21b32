import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime, VisitedHost } from '../context.ts';
import { buildDomainUrl, findDomainOwner, type OwnDomain } from '../domains.ts';
import { failed, notFound } from '../problems.ts';
import { isForOperators, isInstallationHost, isServedAtDomain, toHostName } from './hosts.rules.ts';

/**
 * Decides by the host name what a request can reach. The installation's own names serve everything; a workspace's domain serves
 * only its booking pages; and once there is such a domain, any other name serves nothing.
 */
export function createHostGate({ config, database }: Runtime) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const name = toHostName(request.host ?? '');
    const [path = '/'] = request.url.split('?', 1);
    if (isInstallationHost(name, config) || isForOperators(path)) return;
    const { workspaceId, hasDomains } = await findDomainOwner(database, name);
    if (!hasDomains) return;
    if (workspaceId === null) throw notFound('Route');
    request.domain = { name, workspaceId };
    // Other host names below a workspace's domain are none of ours.
    if (config.publicUrl.startsWith('https:'))
      void reply.header('strict-transport-security', 'max-age=31536000');
    if (!isServedAtDomain(path)) throw notFound('Route');
  };
}

/** The runtime of a request: at a workspace's domain, nothing of other workspaces can be reached. */
export function selectHost(runtime: Runtime, { domain }: FastifyRequest): Runtime {
  return domain ? { ...runtime, host: createDomainHost(runtime, domain) } : runtime;
}

function createDomainHost({ config }: Runtime, { name, workspaceId }: OwnDomain): VisitedHost {
  return {
    url: buildDomainUrl(config.publicUrl, name),
    admit(other) {
      if (other !== workspaceId) throw notFound('Page');
    },
  };
}

/** The runtime of a visit at the installation's host: pages of workspaces with a domain are redirected there. */
export function redirectToDomain(runtime: Runtime, { url }: FastifyRequest): Runtime {
  const { config, domains } = runtime;
  const admit: VisitedHost['admit'] = (workspaceId) => {
    const domainUrl = domains.findUrl(workspaceId);
    if (domainUrl === undefined) return;
    const location = `${domainUrl}${url}`;
    // Never cached: a domain can be removed.
    const headers = { location, 'cache-control': 'no-store' };
    throw failed(308, 'This page has moved.', headers);
  };
  return { ...runtime, host: { url: config.publicUrl, admit } };
}

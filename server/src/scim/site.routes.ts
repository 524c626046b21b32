import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readInWorkspace, runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { parseJson } from '../platform/http/app.ts';
import { getCaller } from '../platform/http/caller.ts';
import { toProblem } from '../platform/http/errors.ts';
import type { Guard } from '../platform/http/guard.ts';
import { notFound, type Problem } from '../platform/problems.ts';
import { buildProviderConfig, listAll, listResourceTypes, listSchemas } from './discovery.ts';
import { createGroup, deleteGroup, loadGroup, patchGroup, replaceGroup } from './groups.ts';
import { listScimGroups, listScimUsers, parseProjection } from './list-resources.ts';
import { asObject, type JsonObject } from './patch.rules.ts';
import { scimProblem, toScimProblem } from './scim-problem.ts';
import { createScimUser, deleteScimUser, loadUser, patchScimUser, replaceScimUser } from './users.ts';
import { isVersion } from './version.ts';
import { isWanted, project, serializeGroup, serializeUser, type Resource } from './view.ts';

const mediaType = 'application/scim+json';
/** A group of some thousand members, each with a name and an address. */
const bounds = { values: 50_000 };
const prefix = '/scim/v2';

type Answer = { readonly status: number; readonly resource?: Resource };
type Handle = (ctx: Ctx, request: FastifyRequest) => Promise<Answer>;

/** Provisioning by a directory (RFC 7644): one request, one transaction, and every answer in the form of SCIM. */
export function serveScim(app: FastifyInstance, runtime: Runtime, guard: Guard): void {
  void app.register(
    async (scim) => {
      parseJson(scim, [mediaType, 'application/json']);
      scim.setErrorHandler((error: Error, request, reply) =>
        sendProblem(reply, toScimProblem(toProblem(runtime, error, request))),
      );
      const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        void reply.header('cache-control', 'no-store');
        request.caller = await guard.authenticate(request, reply);
        guard.count(request.caller, reply);
      };
      const route = (
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
        url: string,
        handle: Handle,
      ): void => {
        scim.route({
          method,
          url,
          onRequest,
          config: { bounds },
          async handler(request, reply) {
            const { actor } = getCaller(request);
            const isRead = method === 'GET' || url.endsWith('.search');
            const run = isRead ? readInWorkspace : runInWorkspace;
            return send(request, reply, await run(runtime, actor, (ctx) => handle(ctx, request)));
          },
        });
      };
      serveDiscovery(route, runtime.config.publicUrl);
      serveUsers(route);
      serveGroups(route);
      serveUnsupported(route);
      // An address that nothing serves, and 405 for one that takes other methods, are answered in the form of SCIM as well.
      scim.setNotFoundHandler(() => {
        throw notFound('Route');
      });
    },
    { prefix },
  );
}

type ServeRoute = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, handle: Handle) => void;

function serveDiscovery(route: ServeRoute, publicUrl: string): void {
  route('GET', '/ServiceProviderConfig', async (_ctx, request) => {
    rejectFilter(request);
    return { status: 200, resource: buildProviderConfig(publicUrl) };
  });
  serveFixed(route, '/ResourceTypes', listResourceTypes(publicUrl));
  serveFixed(route, '/Schemas', listSchemas(publicUrl));
}

function serveFixed(route: ServeRoute, url: string, items: readonly Resource[]): void {
  route('GET', url, async (_ctx, request) => {
    rejectFilter(request);
    return { status: 200, resource: listAll(items) };
  });
  route('GET', `${url}/:id`, async (_ctx, request) => {
    const resource = items.find(({ id }) => id === idOf(request));
    if (!resource) throw scimProblem(404, 'Not found.');
    return { status: 200, resource };
  });
}

/** RFC 7644, 4: so that nobody takes everything for what the filter found. */
function rejectFilter(request: FastifyRequest): void {
  if ('filter' in queryOf(request)) throw scimProblem(403, 'There is no filter for this address.');
}

function serveUsers(route: ServeRoute): void {
  const show = (
    ctx: Ctx,
    row: Parameters<typeof serializeUser>[1],
    request: FastifyRequest,
    status = 200,
  ) => ({
    status,
    resource: project(serializeUser(ctx, row), parseProjection(queryOf(request))),
  });
  route('GET', '/Users', async (ctx, request) => ({
    status: 200,
    resource: await listScimUsers(ctx, queryOf(request)),
  }));
  route('POST', '/Users/.search', async (ctx, request) => ({
    status: 200,
    resource: await listScimUsers(ctx, asObject(request.body, 'The body')),
  }));
  route('POST', '/Users', async (ctx, request) =>
    show(ctx, await createScimUser(ctx, request.body), request, 201),
  );
  route('GET', '/Users/:id', async (ctx, request) =>
    show(ctx, await loadUser(ctx, userIdOf(request)), request),
  );
  route('PUT', '/Users/:id', async (ctx, request) =>
    show(
      ctx,
      await replaceScimUser(ctx, userIdOf(request), request.body, request.headers['if-match']),
      request,
    ),
  );
  route('PATCH', '/Users/:id', async (ctx, request) =>
    show(
      ctx,
      await patchScimUser(ctx, userIdOf(request), request.body, request.headers['if-match']),
      request,
    ),
  );
  route('DELETE', '/Users/:id', async (ctx, request) => {
    await deleteScimUser(ctx, userIdOf(request), request.headers['if-match']);
    return { status: 204 };
  });
}

function serveGroups(route: ServeRoute): void {
  const show = async (ctx: Ctx, id: string, request: FastifyRequest, status = 200) => {
    const projection = parseProjection(queryOf(request));
    const withMembers = isWanted(projection, 'members');
    const group = await loadGroup(ctx, id, withMembers);
    return { status, resource: project(serializeGroup(ctx, group, withMembers), projection) };
  };
  route('GET', '/Groups', async (ctx, request) => ({
    status: 200,
    resource: await listScimGroups(ctx, queryOf(request)),
  }));
  route('POST', '/Groups/.search', async (ctx, request) => ({
    status: 200,
    resource: await listScimGroups(ctx, asObject(request.body, 'The body')),
  }));
  route('POST', '/Groups', async (ctx, request) =>
    show(ctx, await createGroup(ctx, request.body), request, 201),
  );
  route('GET', '/Groups/:id', (ctx, request) => show(ctx, groupIdOf(request), request));
  route('PUT', '/Groups/:id', async (ctx, request) => {
    await replaceGroup(ctx, groupIdOf(request), request.body, request.headers['if-match']);
    return show(ctx, groupIdOf(request), request);
  });
  // Without a body: a group may have thousands of members, and directories that change one of them need none back.
  route('PATCH', '/Groups/:id', async (ctx, request) => {
    await patchGroup(ctx, groupIdOf(request), request.body, request.headers['if-match']);
    return 'attributes' in queryOf(request) ? show(ctx, groupIdOf(request), request) : { status: 204 };
  });
  route('DELETE', '/Groups/:id', async (ctx, request) => {
    await deleteGroup(ctx, groupIdOf(request), request.headers['if-match']);
    return { status: 204 };
  });
}

function serveUnsupported(route: ServeRoute): void {
  route('POST', '/Bulk', async () => {
    throw scimProblem(501, 'Bulk requests aren’t supported. Send each change as a request of its own.');
  });
  const refuseSearch = async () => {
    throw scimProblem(501, 'Search /Users and /Groups, one after the other.');
  };
  route('GET', '/', refuseSearch);
  route('POST', '/.search', refuseSearch);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
    route(method, '/Me', async () => {
      throw scimProblem(501, 'A SCIM token is no user. Use /Users instead.');
    });
}

const queryOf = ({ query }: FastifyRequest): JsonObject => query as JsonObject;
const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

function userIdOf(request: FastifyRequest): string {
  const id = idOf(request);
  if (/^[0-9A-Z]{15}$/.test(id)) return id;
  throw scimProblem(404, 'User not found.');
}

function groupIdOf(request: FastifyRequest): string {
  const id = idOf(request);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw scimProblem(404, 'Group not found.');
}

interface Meta {
  readonly location?: string;
  readonly version?: string;
}

function send(request: FastifyRequest, reply: FastifyReply, { status, resource }: Answer): FastifyReply {
  if (!resource) return reply.status(status).send();
  const { location, version } = (resource['meta'] ?? {}) as Meta;
  if (version !== undefined) void reply.header('etag', version);
  if (status === 201 && location !== undefined) void reply.header('location', location);
  const known = request.headers['if-none-match'];
  if (request.method === 'GET' && version !== undefined && known !== undefined && isVersion(known, version))
    return reply.status(304).send();
  return reply.status(status).type(`${mediaType}; charset=utf-8`).send(JSON.stringify(resource));
}

function sendProblem(reply: FastifyReply, { status, headers, body }: Problem): FastifyReply {
  return reply.status(status).headers(headers).type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body));
}

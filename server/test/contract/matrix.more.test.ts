import { listAllowedRoles, explainDeniedCall } from '@daybook/contract/permissions';
import { routes } from '@daybook/contract/routes';
import { expandScopes, scopes, type Scope } from '@daybook/contract/scopes';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../booking.ts';
import { useApp } from '../harness.ts';
import { createNeighbour } from '../neighbour.ts';
import {
  isWriting,
  operations,
  requests,
  sendRequest,
  createWorld,
  type Credentials,
  type Request,
  type World,
} from '../operations.ts';
import { ownerToken } from '../runtime.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';

/**
 * Role by operation, tried on a running server. Which roles and scopes an operation needs is read from the contract; what
 * users may do with things of others stands here. Every request is about something that the owner has created.
 */

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

/** Also users may call these, for their own things; those of others are refused. */
const refusedToUsers = new Set([
  'updateUser',
  'cancelImport',
  'setUserAvatar',
  'deleteUserAvatar',
  'setTeamAvatar',
  'deleteTeamAvatar',
  'listOpenBookings',
  'updateTeam',
  'addMember',
  'changeMember',
  'removeMember',
  'readEventType',
  'readEventTypeSettings',
  'createSingleUseLink',
  'updateEventType',
  'moveEventType',
  'deleteEventType',
  'previewEventType',
  'createLink',
  'deleteLink',
  'readDefaultSchedule',
  'readSchedule',
  'updateDefaultSchedule',
  'updateSchedule',
  'deleteSchedule',
  'readScheduledEvent',
  'readBriefing',
  'downloadAnswerFile',
  'downloadRequestFile',
  'readMoves',
  'editScheduledEvent',
  'cancelScheduledEvent',
  'rescheduleScheduledEvent',
  'undoEventChange',
  'handOverScheduledEvent',
  'cancelInvitee',
  'markNoShow',
  'refundPayment',
  'retryRefund',
  'closeRefund',
  'readBookingRequest',
  'confirmBookingRequest',
  'declineBookingRequest',
  'createPoll',
  'readPoll',
  'finalisePoll',
  'cancelPoll',
  'deletePoll',
  'listWaitlist',
  'removeFromWaitlist',
  'createNote',
  'readNote',
  'updateNote',
  'deleteNote',
  'listEventNotes',
  'updateRecordNote',
  'deleteRecordNote',
  'updateRecordComment',
  'deleteRecordComment',
  'updateView',
  'deleteView',
  'updateSavedView',
  'deleteSavedView',
  'readRoutingForm',
  'updateRoutingForm',
  'tryRoutingForm',
  'deleteRoutingForm',
  'listFormSubmissions',
  'readWebhook',
  'changeWebhook',
  'deleteWebhook',
  'testWebhook',
  'rotateWebhookSecret',
  'readWebhookStatus',
  'listDeliveries',
  'readDelivery',
  'retryDelivery',
  'replayDeliveries',
  'listCaughtRequests',
  'deleteWebhookCatcher',
]);

/** Owners and admins know of those of others, users do not. */
const unknownToUsers = new Set([
  'readApp',
  'updateApp',
  'deleteApp',
  'rotateAppSecret',
  'setAppLogo',
  'deleteAppLogo',
  'readAbsence',
  'updateAbsence',
  'deleteAbsence',
  'readCalendarConnection',
  'updateCalendarConnection',
  'disconnectCalendar',
  'syncCalendarConnection',
]);

/** A provider can say that somebody is an owner, so that only owners choose it. */
const ownersOnly = new Set(['createIdentityProvider', 'updateIdentityProvider', 'deleteIdentityProvider']);

/** Nobody else's, not even an admin's to know. */
const onlyOnesOwn = new Set(['rotateToken', 'revokeToken', 'endSession', 'disconnectApp', 'removeFavorite']);

/** Paths that name nothing of a workspace. */
const namesNothing = new Set(['confirmFirstStep', 'connectPaymentProvider', 'disconnectPaymentProvider']);

/** What another workspace gets where no id is part of the path: it is unknown there. Others are about its own things. */
const unknownElsewhere: Record<string, number> = {
  book: 404,
  createBookingRequest: 404,
  readCalendar: 422,
  createLink: 422,
  createNote: 422,
  createPoll: 422,
  addFavorite: 422,
  readDefaultSchedule: 404,
  updateDefaultSchedule: 404,
};

const success = 'success';
const readScopes = scopes.filter((scope) => scope.endsWith(':read'));
const userScopes = scopes.filter((scope) => scope !== 'admin:full');

let world: World;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  world = createWorld(app, receiver.url);
  const admin = await world.user({ role: 'admin' });
  tokens['owner'] = ownerToken;
  tokens['admin'] = await app.tokenOf(admin.email, scopes);
  tokens['user'] = await app.tokenOf('aiko@juniper.example', userScopes);
  tokens['reader'] = await app.tokenOf('mara@juniper.example', readScopes);
  tokens['neighbour'] = (await createNeighbour(app.runtime)).token;
});

type Role = 'owner' | 'admin' | 'user';

function isPermitted(name: string, role: Role, granted: readonly Scope[]): boolean {
  const route = routes.get(name);
  return (
    route !== undefined && !explainDeniedCall(route, { kind: 'token', role, scopes: expandScopes(granted) })
  );
}

/** Those who are refused come first: their request is left as it is for the next. */
const expected: Record<string, (name: string, path: string) => number | typeof success> = {
  nobody: () => 401,
  neighbour: (name, path) =>
    path.includes('{') && !namesNothing.has(name) ? 404 : (unknownElsewhere[name] ?? success),
  reader: (name) => (isPermitted(name, 'owner', readScopes) ? success : 403),
  user: (name) => {
    if (!isPermitted(name, 'user', userScopes) || refusedToUsers.has(name)) return 403;
    return onlyOnesOwn.has(name) || unknownToUsers.has(name) ? 404 : success;
  },
  admin: (name) => (ownersOnly.has(name) ? 403 : onlyOnesOwn.has(name) ? 404 : success),
  owner: () => success,
};

const matrix = operations.flatMap(([name, route]) =>
  Object.keys(expected).map((who) => [name, who, route] as const),
);

describe('every operation has a request to try', () => {
  test.each(operations)('%s', (name) => {
    expect(requests, `Add a request for ${name} to server/test/operations.ts.`).toHaveProperty(name);
  });
});

describe('every operation', () => {
  /** The request that the last one has left as it was. */
  let left: { readonly name: string; readonly request: Request } | undefined;
  const requestOf = async (name: string): Promise<Request> =>
    left?.name === name ? left.request : ((await requests[name]?.(world)) ?? {});

  test.each(matrix)('%s by %s', async (name, who, route) => {
    const request = await requestOf(name);
    left = { name, request };
    const token = tokens[who];
    const as: Credentials = token === undefined ? null : { token };
    const { status, body } = await sendRequest(app, route, request, as);
    const wanted = expected[who]?.(name, route.path);
    if (wanted === success && isWriting(route)) left = undefined;
    if (wanted === success) expect(status, JSON.stringify(body)).toBeLessThan(300);
    else expect(status, JSON.stringify(body)).toBe(wanted);
    if (who === 'neighbour') expect(JSON.stringify(body)).not.toMatch(/lindqvist|mara@/i);
  });
});

describe('operations of the signed-in user', () => {
  const own = [...routes].filter(([, { access }]) => access.kind === 'session');

  test.each(own)('%s: 401 to nobody, 403 to every token', async (_, route) => {
    const params = { uuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' };
    expect((await sendRequest(app, route, { params }, null)).status).toBe(401);
    for (const token of Object.values(tokens)) {
      expect((await sendRequest(app, route, { params }, { token })).status).toBe(403);
    }
  });
});

describe('operations of platforms', () => {
  const managed = [...routes].filter(([, { access }]) => access.kind === 'platform');

  test.each(managed)('%s: 401 to nobody, 403 to every role', async (_, route) => {
    const params = { workspaceUuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', uuid: 'K3V9QX0T7ZB2M5A' };
    expect((await sendRequest(app, route, { params }, null)).status).toBe(401);
    for (const token of Object.values(tokens)) {
      expect((await sendRequest(app, route, { params }, { token })).status).toBe(403);
    }
  });
});

describe('what is declared', () => {
  test('GET /session answers what the caller may call', async () => {
    const { may } = (await app.get('/session', { token: tokens['user'] ?? '' })).body.resource;
    const all = operations.map(([name]) => name);
    expect(all.filter((name) => may.includes(name))).toEqual(
      all.filter((name) => isPermitted(name, 'user', userScopes)),
    );
    expect(may).not.toContain('erasePerson');
    expect(may).toContain('book');
    const owner = (await app.get('/session')).body.resource.may;
    expect(all.filter((name) => !owner.includes(name))).toEqual([]);
  });

  test('the reference says which roles may call an operation', async () => {
    const { body } = await app.inject({ url: '/openapi.json' });
    const operation = body.paths['/audit-log'].get;
    expect(operation['x-roles']).toEqual(['owner', 'admin']);
    expect(operation.description).toContain('For owners and admins.');
    const unnamed = operations.filter(([, route]) => {
      const said = body.paths[route.path][route.method.toLowerCase()]['x-roles'];
      return JSON.stringify(said) !== JSON.stringify(listAllowedRoles(route));
    });
    expect(unnamed).toEqual([]);
  });
});

import * as contract from '@daybook/contract/members';
import { serveUpload } from '../platform/http/serve-upload.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import * as avatars from './avatars.ts';
import { createUser, loadUser, validateNewUser } from './create-user.ts';
import { changeUser, deactivateUser, type ReassignOpenEvents } from './deactivate-user.ts';
import { addMember, changeMember, removeMember, validateMembership } from './memberships.ts';
import * as store from './store.ts';
import * as teams from './teams.store.ts';
import { changeTeam, createTeam, loadTeam, removeTeam, validateNewTeam, validateTeam } from './teams.ts';
import { validateUser } from './update-user.ts';
import { serializeMembership, serializeTeam, serializeUser } from './view.ts';

/** Bookings stand above users, so what deactivating a user does to them is passed in. */
export const membersEndpoints = (leaveOpenEvents: ReassignOpenEvents): readonly Endpoint[] => [
  serve(contract.listUsers, async (ctx, { query, page }) => ({
    items: (await store.listMembers(ctx, query, page)).map((row) => serializeUser(ctx, row)),
    total: await store.countMembers(ctx, query),
  })),
  serve(contract.createUser, async (ctx, { body }) => serializeUser(ctx, await createUser(ctx, body)), {
    onSchemaError: validateNewUser,
  }),
  serve(contract.readUser, async (ctx, { params }) => serializeUser(ctx, await loadUser(ctx, params.uuid))),
  serve(contract.updateUser, (ctx, { params, body }) => changeUser(ctx, params.uuid, body, leaveOpenEvents), {
    onSchemaError: validateUser,
  }),
  serve(contract.deactivateUser, (ctx, { params, query }) =>
    deactivateUser(ctx, params.uuid, query, leaveOpenEvents),
  ),
  serveUpload(
    contract.setUserAvatar,
    (runtime, actor, { params }, upload) => avatars.receiveUserAvatar(runtime, actor, params.uuid, upload),
    async (ctx, { params }, picture) =>
      serializeUser(ctx, await avatars.setUserAvatar(ctx, params.uuid, picture)),
  ),
  serve(contract.deleteUserAvatar, (ctx, { params }) => avatars.deleteUserAvatar(ctx, params.uuid)),
  serve(contract.listTeams, async (ctx, { page }) => ({
    items: (await teams.listTeams(ctx, page)).map((row) => serializeTeam(ctx, row)),
    total: await teams.countTeams(ctx),
  })),
  serve(contract.createTeam, async (ctx, { body }) => serializeTeam(ctx, await createTeam(ctx, body)), {
    onSchemaError: validateNewTeam,
  }),
  serve(contract.readTeam, async (ctx, { params }) => serializeTeam(ctx, await loadTeam(ctx, params.teamId))),
  serve(
    contract.updateTeam,
    async (ctx, { params, body }) => serializeTeam(ctx, await changeTeam(ctx, params.teamId, body)),
    { onSchemaError: validateTeam },
  ),
  serve(contract.deleteTeam, (ctx, { params }) => removeTeam(ctx, params.teamId)),
  serveUpload(
    contract.setTeamAvatar,
    (runtime, actor, { params }, upload) => avatars.receiveTeamAvatar(runtime, actor, params.teamId, upload),
    async (ctx, { params }, picture) =>
      serializeTeam(ctx, await avatars.setTeamAvatar(ctx, params.teamId, picture)),
  ),
  serve(contract.deleteTeamAvatar, (ctx, { params }) => avatars.deleteTeamAvatar(ctx, params.teamId)),
  serve(contract.listMemberships, async (ctx, { params, page }) => {
    const team = await loadTeam(ctx, params.teamId);
    return {
      items: (await teams.listMemberships(ctx, team.id, page)).map(serializeMembership),
      total: await teams.countMemberships(ctx, team.id),
    };
  }),
  serve(
    contract.addMember,
    async (ctx, { params, body }) => serializeMembership(await addMember(ctx, params.teamId, body)),
    { onSchemaError: validateMembership },
  ),
  serve(contract.changeMember, async (ctx, { params, body }) =>
    serializeMembership(await changeMember(ctx, params.teamId, Number(params.id), body.role)),
  ),
  serve(contract.removeMember, (ctx, { params }) => removeMember(ctx, params.teamId, Number(params.id))),
];

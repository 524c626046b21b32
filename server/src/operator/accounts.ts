import { email } from '@daybook/contract/fields';
import { role } from '@daybook/contract/members';
import { z } from 'zod';
import {
  findWorkspace,
  inviteUser,
  createReset,
  runAsUser,
  readAccess,
  removeFactors,
  endMemberSessions,
  signUserOut,
} from '../identity/public.ts';
import {
  checkOptions,
  withRuntime,
  parseWorkspace,
  workspaceOption,
  type Command,
  type Values,
} from './tools.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import type { Config } from '../platform/config.ts';
import { runInWorkspace, type Ctx } from '../platform/context.ts';
import { buildInvitationUrl, buildPasswordResetUrl } from '../platform/urls.ts';

/** For people who can't come in, and mail that does not work. */

const person = ['EMAIL', 'Email address of the account'] as const;

export const accountCommands: readonly Command[] = [
  {
    name: 'invite',
    does: 'Invite someone by email, and show the invitation link',
    options: {
      email: ['EMAIL', 'Email address to invite'],
      role: ['ROLE', 'owner, admin or user; default: user'],
      workspace: workspaceOption,
    },
    run: inviteSomebody,
  },
  {
    name: 'password reset-link',
    does: 'Show a link that sets a new password for a user, once, within an hour',
    options: { email: person, workspace: workspaceOption },
    run: resetLink,
  },
  {
    name: 'session end',
    does: 'Sign a user out everywhere, and revoke their API tokens, connected apps and passkeys',
    options: {
      email: person,
      keep: ['WHAT', 'What to keep, separated by commas: tokens, apps, passkeys'],
      workspace: workspaceOption,
    },
    run: endSessions,
  },
  {
    name: 'factor remove',
    does: 'Remove a user’s authenticator, recovery codes and passkeys, and sign them out everywhere',
    options: { email: person, workspace: workspaceOption },
    run: factorRemove,
  },
];

async function inviteSomebody(config: Config, values: Values): Promise<number> {
  const given = checkOptions(z.object({ email, role: role.default('user') }), values);
  const which = parseWorkspace(values['workspace']);
  const link = await withRuntime(config, async (runtime) => {
    const { id } = await findWorkspace(runtime, which ?? {});
    return runInWorkspace(runtime, createSystemActor(id), async (ctx) =>
      buildInvitationUrl(ctx, (await inviteUser(ctx, { ...given, teams: [] })).token),
    );
  });
  console.log(`Shown only once, valid for 7 days:\n\n  Link  ${link}`);
  return 0;
}

async function resetLink(config: Config, values: Values): Promise<number> {
  const link = await onSomebody(config, values, async (ctx, memberId) =>
    buildPasswordResetUrl(ctx, (await createReset(ctx, memberId)).token),
  );
  console.log(`Shown only once, valid for an hour:\n\n  Link  ${link}`);
  return 0;
}

const kept = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(['tokens', 'apps', 'passkeys'])));

async function endSessions(config: Config, values: Values): Promise<number> {
  const { keep } = checkOptions(z.object({ keep: kept }), values);
  const revoked = await onSomebody(config, values, async (ctx, memberId) => {
    const rows = await listAccess(ctx, memberId);
    const idsOf = (names: readonly (keyof typeof rows)[]) =>
      names.flatMap((name) => rows[name].map(({ id }) => id));
    await signUserOut(ctx, memberId, idsOf(keep));
    const left = Object.values(await listAccess(ctx, memberId)).flat();
    return Object.values(rows)
      .flat()
      .filter(({ id }) => !left.some((row) => row.id === id));
  });
  console.log(`${values['email']} is signed out everywhere.`);
  for (const { name } of revoked) console.log(`Revoked: ${name}`);
  return 0;
}

async function listAccess(ctx: Ctx, memberId: string) {
  const { tokens, connectedApps, passkeys } = await readAccess(ctx, memberId);
  const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name });
  return { tokens: tokens.map(named), apps: connectedApps.map(named), passkeys: passkeys.map(named) };
}

async function factorRemove(config: Config, values: Values): Promise<number> {
  const hadSome = await onSomebody(config, values, async (ctx, memberId) => {
    await endMemberSessions(ctx, { memberId }, 'factor');
    return removeFactors(ctx, memberId);
  });
  const said = hadSome ? 'no longer has a second factor' : 'had no second factor';
  console.log(`${values['email']} ${said}, and is signed out everywhere.`);
  return 0;
}

function onSomebody<T>(
  config: Config,
  values: Values,
  work: (ctx: Ctx, memberId: string) => Promise<T>,
): Promise<T> {
  const given = checkOptions(z.object({ email }), values);
  const which = parseWorkspace(values['workspace']);
  return withRuntime(config, (runtime) => runAsUser(runtime, given.email, which, work));
}

import { isAdmin, createSystemActor } from '../../platform/auth/actor.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { generateSecret, generateUuid } from '../../platform/ids.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { badRequest, forbidden, notFound } from '../../platform/problems.ts';
import {
  countCatchers,
  countCaught,
  deleteCatcherRow,
  deleteCaught,
  findByToken,
  findCatcher,
  findWorkspaceByToken,
  insertCatcher,
  insertCaught,
  listCaught,
  type CatcherRow,
  type CaughtRow,
} from './store.ts';

const most = 20;
const lifeHours = 24;
const maxCaught = 100;
const maxCharacters = 64 * 1024;

/** A request as it is shown. */
export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isTruncated: boolean;
}

export async function createCatcher(ctx: Ctx): Promise<{ row: CatcherRow; token: string }> {
  if ((await countCatchers(ctx)) >= most) throw badRequest(`A workspace can have at most ${most} catchers.`);
  const token = generateSecret(32) + ctx.secrets.code(ctx.workspaceId);
  const row = await insertCatcher(ctx, {
    id: generateUuid(),
    tokenHash: hashSecret(token),
    hours: lifeHours,
  });
  return { row, token };
}

export async function listRequests(
  ctx: Ctx,
  id: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: CaughtRow[]; total: number }> {
  await requireOwn(ctx, id);
  return { rows: await listCaught(ctx, id, page), total: await countCaught(ctx, id) };
}

export async function deleteCatcher(ctx: Ctx, id: string): Promise<void> {
  await requireOwn(ctx, id);
  await deleteCatcherRow(ctx, id);
}

async function requireOwn(ctx: Ctx, id: string): Promise<void> {
  const catcher = await findCatcher(ctx, id);
  if (!catcher) throw notFound('Catcher');
  if (catcher.member_id !== ctx.actor.memberId && !isAdmin(ctx.actor)) {
    throw forbidden('Only the catcher’s creator, owners and admins can do this.');
  }
}

export async function findCatcherWorkspace(runtime: Runtime, token: string): Promise<WorkspaceId> {
  const workspaceId = await findWorkspaceByToken(runtime, hashSecret(token));
  if (!workspaceId) throw notFound('Catcher');
  return workspaceId;
}

type Request = Pick<Content, 'headers' | 'body'>;

/** Who sends a request with a cookie or a login of theirs does not mean to show it to others. */
const personal = new Set(['cookie', 'authorization', 'proxy-authorization']);

export async function receiveFromVisitor(ctx: Ctx, token: string, { headers, body }: Request): Promise<void> {
  const shown = Object.entries(headers).filter(([name]) => !personal.has(name));
  const isCaught = await catchRequest(ctx, token, { headers: Object.fromEntries(shown), body });
  if (!isCaught) throw notFound('Catcher');
}

/** False when the catcher has ended. */
async function catchRequest(ctx: Ctx, token: string, { headers, body }: Request): Promise<boolean> {
  const catcher = await findByToken(ctx, hashSecret(token));
  if (!catcher) return false;
  const text = body.slice(0, maxCharacters);
  const content: Content = { headers, body: text, isTruncated: text.length < body.length };
  const sealed = ctx.secrets.seal(JSON.stringify(content));
  await insertCaught(ctx, { id: generateUuid(), catcherId: catcher.id, sealed }, maxCaught);
  return true;
}

/** The token of a catcher of ours in an address; undefined when it is none. */
export function parseCatcherToken(publicUrl: string, url: string): string | undefined {
  const start = `${publicUrl}/public/catch/`;
  return url.startsWith(start) ? url.slice(start.length) : undefined;
}

/** Writes a delivery to a catcher without a connection. False when the catcher has ended. */
export async function receiveDelivery(runtime: Runtime, token: string, request: Request): Promise<boolean> {
  const workspaceId = await findWorkspaceByToken(runtime, hashSecret(token));
  if (!workspaceId) return false;
  return runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => catchRequest(ctx, token, request));
}

/** Catchers are emptied whenever somebody is erased: they hold copies of deliveries, for a day. */
export const caughtOfPerson: PersonalData = {
  export: async () => [],
  erase: (ctx) => deleteCaught(ctx),
};

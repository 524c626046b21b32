import type { team, teamMembership, workspaceUser } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { MemberWithTeams } from './store.ts';
import type { MembershipRow, TeamRow } from './teams.store.ts';

export function serializeUser(ctx: Ctx, row: MemberWithTeams): z.output<typeof workspaceUser> {
  return {
    uuid: row.id,
    isActive: row.is_active,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    name: getFullName(row),
    slug: row.slug,
    language: row.language,
    url: buildUserUrl(ctx, row.slug),
    avatarUrl: buildImageUrl(ctx, row.avatar),
    timezone: row.timezone,
    role: row.role as 'owner' | 'admin' | 'user',
    teams: row.teams.map(({ id, title, slug }) => ({ uuid: id, title, slug, url: buildTeamUrl(ctx, slug) })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeTeam(ctx: Ctx, row: TeamRow): z.output<typeof team> {
  return {
    uuid: row.id,
    title: row.title,
    slug: row.slug,
    url: buildTeamUrl(ctx, row.slug),
    avatarUrl: buildImageUrl(ctx, row.avatar),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeMembership(row: MembershipRow): z.output<typeof teamMembership> {
  return {
    id: row.id,
    role: row.role as 'member' | 'manager',
    user: {
      uuid: row.member_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      slug: row.slug,
    },
    team: { uuid: row.team_id, title: row.team_title, slug: row.team_slug },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function getFullName(row: { first_name: string; last_name: string }): string {
  return [row.first_name, row.last_name].filter(Boolean).join(' ');
}

export function buildUserUrl(ctx: Ctx, slug: string): string {
  return `${ctx.pagesUrl}/${slug}`;
}

export function buildTeamUrl(ctx: Ctx, slug: string): string {
  return `${ctx.pagesUrl}/team/${slug}`;
}

import type { team, teamMembership, workspaceUser } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { imageUrl } from '../platform/urls.ts';
import type { MemberWithTeams } from './store.ts';
import type { MembershipRow, TeamRow } from './teams.store.ts';

export function userView(ctx: Ctx, row: MemberWithTeams): z.output<typeof workspaceUser> {
  return {
    uuid: row.id,
    isActive: row.is_active,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    name: fullName(row),
    slug: row.slug,
    language: row.language,
    url: userUrl(ctx, row.slug),
    avatarUrl: imageUrl(ctx, row.avatar),
    timezone: row.timezone,
    role: row.role as 'owner' | 'admin' | 'user',
    teams: row.teams.map(({ id, title, slug }) => ({ uuid: id, title, slug, url: teamUrl(ctx, slug) })),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function teamView(ctx: Ctx, row: TeamRow): z.output<typeof team> {
  return {
    uuid: row.id,
    title: row.title,
    slug: row.slug,
    url: teamUrl(ctx, row.slug),
    avatarUrl: imageUrl(ctx, row.avatar),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function membershipView(row: MembershipRow): z.output<typeof teamMembership> {
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

export function fullName(row: { first_name: string; last_name: string }): string {
  return [row.first_name, row.last_name].filter(Boolean).join(' ');
}

export function userUrl(ctx: Ctx, slug: string): string {
  return `${ctx.publicUrl}/${slug}`;
}

export function teamUrl(ctx: Ctx, slug: string): string {
  return `${ctx.publicUrl}/team/${slug}`;
}

import type { scimGroup, scimToken } from '@daybook/contract/scim';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import type { GroupRow } from './groups.store.ts';
import type { TokenRow } from './tokens.store.ts';
import type { UserRow } from './users.store.ts';
import { formatVersion } from './version.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export type Resource = Readonly<Record<string, unknown>>;

export function serializeUser({ publicUrl }: Pick<Ctx, 'publicUrl'>, row: UserRow): Resource {
  const location = `${publicUrl}/scim/v2/Users/${row.id}`;
  const formatted = [row.first_name, row.last_name].filter(Boolean).join(' ');
  return {
    schemas: [userSchema],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    name: { formatted, givenName: row.first_name, familyName: row.last_name },
    displayName: formatted,
    active: row.is_active,
    emails: [{ value: row.email, type: 'work', primary: true }],
    timezone: row.timezone,
    preferredLanguage: row.language,
    groups: row.groups.map(({ id, name }) => ({
      value: id,
      display: name,
      type: 'direct',
      $ref: `${publicUrl}/scim/v2/Groups/${id}`,
    })),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at,
      location,
      version: formatVersion(getUserVersion(row)),
    },
  };
}

/** Of everything that a directory can change about a user. */
export function getUserVersion(row: UserRow): string {
  const { groups: _, updated_at: __, ...own } = row;
  return createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22);
}

export function serializeGroup(
  { publicUrl }: Pick<Ctx, 'publicUrl'>,
  row: GroupRow,
  withMembers: boolean,
): Resource {
  return {
    schemas: [groupSchema],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    ...(withMembers && {
      members: row.members.map(({ id, name }) => ({
        value: id,
        display: name,
        type: 'User',
        $ref: `${publicUrl}/scim/v2/Users/${id}`,
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${publicUrl}/scim/v2/Groups/${row.id}`,
      version: formatVersion(getGroupVersion(row)),
    },
  };
}

export function getGroupVersion({ updated_at: updatedAt }: GroupRow): string {
  return updatedAt.replaceAll(/\D/g, '');
}

export function serializeList(items: readonly Resource[], total: number, startIndex: number): Resource {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: items.length,
    Resources: items,
  };
}

/** Which attributes an answer has. */
export interface Projection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

const always = new Set(['schemas', 'id']);

/** `attributes` name what is wanted, `excludedAttributes` what is not; a part such as `name.givenName` stands for itself. */
export function project(resource: Resource, { attributes, excluded }: Projection): Resource {
  if (attributes.length === 0 && excluded.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    if (always.has(key)) return [[key, value]];
    const name = key.toLowerCase();
    if (attributes.length > 0) {
      if (attributes.includes(name)) return [[key, value]];
      const parts = listParts(attributes, name);
      return parts.length === 0 ? [] : [[key, pickParts(value, (part) => parts.includes(part))]];
    }
    if (excluded.includes(name)) return [];
    const parts = listParts(excluded, name);
    return [[key, parts.length === 0 ? value : pickParts(value, (part) => !parts.includes(part))]];
  });
  return Object.fromEntries(entries);
}

/** Whether an answer has an attribute at all, so that it needn't be read. */
export function isWanted({ attributes, excluded }: Projection, name: string): boolean {
  if (attributes.length === 0) return !excluded.includes(name);
  return attributes.includes(name) || listParts(attributes, name).length > 0;
}

function listParts(names: readonly string[], attribute: string): string[] {
  return names
    .filter((name) => name.startsWith(`${attribute}.`))
    .map((name) => name.slice(attribute.length + 1));
}

function pickParts(value: unknown, isKept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => pickParts(one, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key.toLowerCase())));
}

export function serializeToken(row: TokenRow): z.output<typeof scimToken> {
  return {
    uuid: row.id,
    name: row.name,
    prefix: row.prefix,
    createdBy: row.creator_email,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

export function serializeGroupSettings(row: GroupRow): z.output<typeof scimGroup> {
  return {
    uuid: row.id,
    name: row.display_name,
    externalId: row.external_id,
    memberCount: row.member_count,
    team: row.team_id === null ? null : { uuid: row.team_id, title: row.team_title ?? '' },
    role: row.role,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

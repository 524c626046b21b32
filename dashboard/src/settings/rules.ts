import { computeContrast } from '@daybook/booking/color';
import type { Result } from '@daybook/client';
import { omitEmpty } from '../platform/address.ts';
import type { PeopleSearch } from './search.ts';

/** What the settings decide. Pure, so that Node can test it. */

export type User = Result<'readUser'>;
export type Organization = Result<'readOrganization'>;
export type Role = User['role'];
export type LeftBookings = NonNullable<Result<'deactivateUser'>['bookings']>;
export type Departure = Result<'readDeparture'>;

export interface DepartureChoices {
  readonly bookings: 'keep' | 'handover' | 'cancel';
  readonly integrations: 'keep' | 'end';
}

/** What the form of a departure asks the server for. */
export function buildDepartureQuery({ bookings, integrations }: DepartureChoices, values: FormData) {
  const handoverTo = String(values.get('handoverTo') ?? '');
  const cancellationReason = String(values.get('cancellationReason') ?? '').trim();
  return {
    bookings,
    integrations,
    ...(handoverTo && { handoverTo }),
    ...(bookings === 'cancel' && cancellationReason && { cancellationReason }),
  };
}

/** What several departures end and reassign together. */
export function sumDepartures(departures: readonly Departure[]): Departure {
  const sums = new Map<string, Departure['items'][number]>();
  for (const item of departures.flatMap(({ items }) => items))
    sums.set(item.kind, { ...item, count: item.count + (sums.get(item.kind)?.count ?? 0) });
  return {
    openBookings: departures.reduce((sum, { openBookings }) => sum + openBookings, 0),
    items: [...sums.values()],
  };
}

/** The request for the people that the address says. */
export function buildPeopleQuery({ q, show, role }: PeopleSearch) {
  return {
    isActive: show === 'inactive' ? ('false' as const) : ('true' as const),
    ...omitEmpty({ search: q, role }),
  };
}

interface Reader {
  readonly uuid: string;
  readonly role: Role;
}

export type Refusal = 'adminsOnly' | 'ownersOnly';

/** Why the reader may not change somebody at all, as the server would say it. */
export function findChangeRefusal(reader: Reader, user: Reader): Refusal | undefined {
  if (reader.role === 'user' && reader.uuid !== user.uuid) return 'adminsOnly';
  return user.role === 'owner' && reader.role !== 'owner' ? 'ownersOnly' : undefined;
}

/** Nobody gives a role above their own. */
export function listGrantableRoles(role: Role): readonly Role[] {
  return role === 'owner' ? ['owner', 'admin', 'user'] : ['admin', 'user'];
}

type Owner = Pick<User, 'uuid' | 'role' | 'isActive'>;

/** Whether nobody else owns the workspace. */
export function isLastOwner(users: readonly Owner[], user: Owner): boolean {
  const isOwner = ({ role, isActive }: Owner): boolean => role === 'owner' && isActive;
  return isOwner(user) && !users.some((other) => isOwner(other) && other.uuid !== user.uuid);
}

/** The path of an address of ours, which works on whatever host the dashboard is open. */
export function getPath(url: string): string {
  return new URL(url).pathname;
}

/** What stands on each line. */
export function splitWords(text: string): string[] {
  return text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Days from a field: nothing is for good, and what is no number is left for the server to refuse. */
export function parseDays(text: string): number | null {
  if (text.trim() === '') return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Six digits without the leading sign, or undefined for what is no colour yet. */
export function parseColor(text: string): string | undefined {
  return /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
}

/** `4.5`, cut and not rounded: what is below a limit never looks as if it reached it. */
export function formatContrast(one: string, other: string): string {
  return (Math.floor(computeContrast(one, other) * 10) / 10).toFixed(1);
}

import type { searchResult, SearchKind } from '@daybook/contract/search';
import { formatDate } from '@daybook/engine/dates';
import { dayAt, type Zone } from '@daybook/engine/zones';
import type { z } from 'zod';

export type Result = z.output<typeof searchResult>;

interface Found {
  readonly id: string;
}

interface Definition {
  readonly slug: string;
  readonly singularName: string;
  readonly primaryAttribute: string;
}

export function recordView(
  kind: SearchKind,
  { slug, singularName, primaryAttribute }: Definition,
  { id, data }: Found & { readonly data: Readonly<Record<string, unknown>> },
): Result {
  const text = (key: string) => [data[key] ?? []].flat().map(String)[0] ?? '';
  const [title, subtitle] = {
    person: [text('name') || text('emails'), text('emails')],
    company: [text('name') || text('domain'), text('domain')],
  }[kind as string] ?? [text(primaryAttribute), singularName];
  return { kind, id, title: title || id, subtitle: subtitle ?? '', url: `/app/records/${slug}/${id}` };
}

/** With the day on which it starts for the caller. */
export function eventView(
  {
    id,
    title,
    starts_at: startsAt,
    invitees,
  }: Found & {
    readonly title: string;
    readonly starts_at: string;
    readonly invitees: readonly string[];
  },
  zone: Zone,
): Result {
  const day = formatDate(dayAt(zone, Math.floor(Date.parse(startsAt) / 60_000)));
  return { kind: 'event', id, title, subtitle: [day, ...invitees].join(', '), url: `/app/events/${id}` };
}

export function pageView({
  id,
  title,
  owner,
}: Found & { readonly title: string; readonly owner: string }): Result {
  return { kind: 'page', id, title, subtitle: owner, url: `/app/pages/${id}` };
}

export function userView({
  id,
  name,
  email,
}: Found & { readonly name: string; readonly email: string }): Result {
  return { kind: 'user', id, title: name || email, subtitle: email, url: `/app/settings/people/${id}` };
}

import type { searchResult, SearchKind } from '@daybook/contract/search';
import { formatDate } from '@daybook/engine/dates';
import { toDay, type Zone } from '@daybook/engine/zones';
import type { z } from 'zod';

export type Result = z.output<typeof searchResult>;

interface FoundRow {
  readonly id: string;
}

interface Definition {
  readonly slug: string;
  readonly singularName: string;
  readonly primaryAttribute: string;
}

export function toRecordResult(
  kind: SearchKind,
  { slug, singularName, primaryAttribute }: Definition,
  { id, data }: FoundRow & { readonly data: Readonly<Record<string, unknown>> },
): Result {
  const text = (key: string) => [data[key] ?? []].flat().map(String)[0] ?? '';
  const [title, subtitle] = {
    person: [text('name') || text('emails'), text('emails')],
    company: [text('name') || text('domain'), text('domain')],
  }[kind as string] ?? [text(primaryAttribute), singularName];
  return { kind, id, title: title || id, subtitle: subtitle ?? '', url: `/app/records/${slug}/${id}` };
}

/** With the day on which it starts for the caller. */
export function toEventResult(
  {
    id,
    title,
    starts_at: startsAt,
    invitees,
  }: FoundRow & {
    readonly title: string;
    readonly starts_at: string;
    readonly invitees: readonly string[];
  },
  zone: Zone,
): Result {
  const day = formatDate(toDay(zone, Math.floor(Date.parse(startsAt) / 60_000)));
  return { kind: 'event', id, title, subtitle: [day, ...invitees].join(', '), url: `/app/events/${id}` };
}

export function toPageResult({
  id,
  title,
  owner,
}: FoundRow & { readonly title: string; readonly owner: string }): Result {
  return { kind: 'page', id, title, subtitle: owner, url: `/app/pages/${id}` };
}

export function toUserResult({
  id,
  name,
  email,
}: FoundRow & { readonly name: string; readonly email: string }): Result {
  return { kind: 'user', id, title: name || email, subtitle: email, url: `/app/settings/people/${id}` };
}

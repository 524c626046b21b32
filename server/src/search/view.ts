import type { searchResult, SearchKind } from '@daybook/contract/search';
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
  return {
    kind,
    id,
    title: title || id,
    subtitle: subtitle ?? '',
    startTime: null,
    url: `/app/records/${slug}/${id}`,
  };
}

export function toEventResult({
  id,
  title,
  starts_at: startTime,
  invitees,
}: FoundRow & {
  readonly title: string;
  readonly starts_at: string;
  readonly invitees: readonly string[];
}): Result {
  return { kind: 'event', id, title, subtitle: invitees.join(', '), startTime, url: `/app/events/${id}` };
}

export function toPageResult({
  id,
  title,
  owner,
}: FoundRow & { readonly title: string; readonly owner: string }): Result {
  return { kind: 'page', id, title, subtitle: owner, startTime: null, url: `/app/pages/${id}` };
}

export function toUserResult({
  id,
  name,
  email,
}: FoundRow & { readonly name: string; readonly email: string }): Result {
  return {
    kind: 'user',
    id,
    title: name || email,
    subtitle: email,
    startTime: null,
    url: `/app/settings/people/${id}`,
  };
}

import type { Result } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { IconName } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

export type SearchResult = Result<'search'>[number];

/** While somebody types, nothing is asked for. */
const restMs = 120;

/** What has the words of a text, of all that the reader may see. */
export function useSearchResults(text: string): {
  readonly found: readonly SearchResult[];
  readonly isFetching: boolean;
} {
  const wanted = useRested(text);
  const { data, isFetching } = useQuery({
    ...buildQuery('search', { query: { q: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  return { found: text === '' ? [] : (data ?? []), isFetching: isFetching || wanted !== text };
}

interface ResultGroup {
  readonly title: string;
  readonly icon: IconName;
  readonly items: readonly { readonly id: string; readonly label: string; readonly url: string }[];
}

const all = { query: { count: 100 } };
const maxListed = 5;

/** What the search does not know, since there are few of them: forms, webhooks, agents and objects whose name has a text. */
export function useListedResults(text: string): readonly ResultGroup[] {
  const forms = useQuery(buildQuery('listRoutingForms', all)).data?.items ?? [];
  const webhooks = useQuery(buildQuery('listWebhooks', all)).data?.items ?? [];
  const agents = useQuery(buildQuery('listAgents', all)).data?.items ?? [];
  const objects = useQuery(buildQuery('listObjects', all)).data?.items ?? [];
  const { areas, menu } = words;
  const standardNames: Readonly<Record<string, string>> = {
    people: menu.kinds.person,
    companies: menu.kinds.company,
  };
  const lists: readonly ResultGroup[] = [
    {
      title: areas.records,
      icon: 'guests',
      items: objects.map(({ slug, isStandard, pluralName }) => ({
        id: `object ${slug}`,
        label: (isStandard ? standardNames[slug] : undefined) ?? pluralName,
        url: `/app/records/${slug}`,
      })),
    },
    {
      title: areas.forms,
      icon: 'forms',
      items: forms.map(({ uuid, name }) => ({ id: `form ${uuid}`, label: name, url: `/app/forms/${uuid}` })),
    },
    {
      title: menu.places.agents,
      icon: 'calls',
      items: agents.map(({ uuid, name }) => ({
        id: `agent ${uuid}`,
        label: name,
        url: `/app/calls/agents/${uuid}`,
      })),
    },
    {
      title: menu.places.webhooks,
      icon: 'developers',
      items: webhooks.map(({ uuid, name, callbackUrl }) => ({
        id: `webhook ${uuid}`,
        label: name || callbackUrl,
        url: `/app/developers/webhooks/${uuid}`,
      })),
    },
  ];
  if (text === '') return [];
  return lists
    .map((list) => ({ ...list, items: list.items.filter(({ label }) => hasText(label, text)) }))
    .filter(({ items }) => items.length > 0)
    .map((list) => ({ ...list, items: list.items.slice(0, maxListed) }));
}

const hasText = (label: string, text: string): boolean => label.toLowerCase().includes(text.toLowerCase());

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

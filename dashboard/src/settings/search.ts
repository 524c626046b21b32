/** What the list of people shows, as it stands in the address. */
export interface PeopleSearch {
  readonly q?: string;
  readonly show?: 'inactive';
}

export function parsePeopleSearch({ q, show }: Readonly<Record<string, unknown>>): PeopleSearch {
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof text === 'string' && text !== '' && { q: text.slice(0, 200) }),
    ...(show === 'inactive' && { show }),
  };
}

export interface Found {
  readonly kind: 'person' | 'company' | 'record' | 'event' | 'page' | 'user';
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly url: string;
}

/** What has the words of a text. */
export function useFound(_text: string): { readonly found: readonly Found[]; readonly isFetching: boolean } {
  return { found: [], isFetching: false };
}

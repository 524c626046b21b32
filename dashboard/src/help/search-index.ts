import { words } from '../platform/words/words.ts';
import { findGuides, type FoundGuide } from './find-guides.ts';
import { guides } from './guides.ts';

/** Other words for a command, by its ID. */
export function getSynonyms({ id }: { readonly id: string }): string {
  return (words.synonyms as Readonly<Record<string, string>>)[id] ?? '';
}

interface Place {
  readonly id: string;
  readonly label: string;
}

/** Guides that a text finds, also by the names and synonyms of the places that they explain. */
export function searchGuides(text: string, places: readonly Place[]): readonly FoundGuide[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  return findGuides(guides, text, (path) => {
    const place = byId.get(`go ${path}`);
    return place ? `${place.label} ${getSynonyms(place)}` : '';
  });
}

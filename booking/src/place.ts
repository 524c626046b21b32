import type { IconName } from './icons.tsx';
import type { Words } from './words/words.ts';

/** A location as a visitor sees it. */
export interface Place {
  readonly type: string;
  readonly address: string | null;
  readonly details: string | null;
  readonly phone: string | null;
}

export function placeText(words: Words, place: Place | undefined): string {
  if (!place) return '';
  const names: Readonly<Record<string, string>> = {
    IN_PERSON: words.site.inPerson,
    PHONE_CALL: words.site.phoneCall,
    ZOOM: 'Zoom',
    GOOGLE_MEET: 'Google Meet',
    MICROSOFT_TEAMS: 'Microsoft Teams',
  };
  return [names[place.type] ?? place.type, place.address].filter(Boolean).join(', ');
}

export function placeIcon({ type }: Pick<Place, 'type'>): IconName {
  if (type === 'IN_PERSON') return 'pin';
  return type === 'PHONE_CALL' ? 'phone' : 'video';
}

import type { IconName } from './icons.tsx';
import type { Place } from './model.ts';
import type { Words } from './words/words.ts';

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

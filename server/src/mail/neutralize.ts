import type { Occasion } from './letter-facts.ts';
import type { EventFacts, PlaceFacts } from './store.ts';

/**
 * What strangers typed, made harmless: mail goes out in the host's name, and mail programs make links of whatever looks like
 * an address. What the page itself says stays as it is.
 */
export function neutralizeFacts(facts: EventFacts): EventFacts {
  const { invitee, attending, location_details, page_places } = facts;
  return {
    ...facts,
    location_details: neutralizePlace(location_details, page_places),
    attending: attending.map(({ name, email }) => ({ name: neutralizeName(name), email })),
    invitee: {
      ...invitee,
      name: neutralizeName(invitee.name),
      phone: invitee.phone && neutralize(invitee.phone),
      answers:
        invitee.answers?.map(({ question, answer }) => ({ question, answer: neutralize(answer) })) ?? null,
      cancellation_reason: invitee.cancellation_reason && neutralize(invitee.cancellation_reason),
    },
  };
}

export function neutralizeOccasion({ kind, moved, series }: Occasion): Occasion {
  return {
    kind,
    ...(series && { series: series.map(neutralizeFacts) }),
    ...(moved && { moved: { ...moved, reason: moved.reason && neutralize(moved.reason) } }),
  };
}

function neutralizePlace(place: PlaceFacts, ofPage: readonly PlaceFacts[]): PlaceFacts {
  const isOfPage = (name: string, text: string): boolean =>
    name === 'resources' || ofPage.some((given) => given[name as keyof PlaceFacts] === text);
  const entries = Object.entries(place).map(([name, text = '']: [string, string | undefined]) => [
    name,
    isOfPage(name, text) ? text : neutralize(text),
  ]);
  return Object.fromEntries(entries) as PlaceFacts;
}

/** Long enough for any name, too short for a letter. */
const longestName = 80;

export function neutralizeName(name: string): string {
  const text = neutralize(name);
  const characters = [...text];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : text;
}

/** A text in which no mail program finds a link: `https://evil.example` becomes `https[:]//evil[.]example`. */
export function neutralize(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/\b(mailto|tel|sms|callto|data|javascript):(?=\S)/gi, '$1[:]')
    .replaceAll(/\b\d{1,3}(?:[.\u2024\u3002\uff0e\uff61]\d{1,3}){3}\b/g, (address) =>
      address.replaceAll(/\D/g, '[.]'),
    )
    .replaceAll(/\b(www)\.(?=\S)/gi, '$1[.]')
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}_-])[.\u2024\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{M}\p{N}-])/gu, '[.]');
}

/** Characters that hide what a text says, or turn it around. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

import type { Occasion } from './message-data.ts';
import type { EventFacts, PlaceFacts } from './store.ts';

/**
 * What strangers typed, made harmless: mail goes out in the host's name, and mail programs make links of whatever looks like
 * an address. What the page itself says stays as it is.
 */
export const neutralizeFacts = (facts: EventFacts): EventFacts => cleanFacts(facts, neutralize);

/** The same with another way to clean a text. */
export function cleanFacts(facts: EventFacts, clean: (text: string) => string): EventFacts {
  const { invitee, attending, location_details, page_places } = facts;
  return {
    ...facts,
    location_details: cleanPlace(location_details, page_places, clean),
    attending: attending.map(({ name, email }) => ({ name: shorten(clean(name)), email })),
    invitee: {
      ...invitee,
      name: shorten(clean(invitee.name)),
      phone: invitee.phone && clean(invitee.phone),
      answers: invitee.answers?.map(({ question, answer }) => ({ question, answer: clean(answer) })) ?? null,
      cancellation_reason: invitee.cancellation_reason && clean(invitee.cancellation_reason),
    },
  };
}

export function neutralizeOccasion({ kind, moved, series, stillBooked }: Occasion): Occasion {
  return {
    ...{ kind, stillBooked },
    ...(series && { series: series.map(neutralizeFacts) }),
    ...(moved && { moved: { ...moved, reason: moved.reason && neutralize(moved.reason) } }),
  };
}

function cleanPlace(
  place: PlaceFacts,
  ofPage: readonly PlaceFacts[],
  clean: (text: string) => string,
): PlaceFacts {
  const isOfPage = (name: string, text: string): boolean =>
    name === 'resources' || ofPage.some((given) => given[name as keyof PlaceFacts] === text);
  const entries = Object.entries(place).map(([name, text = '']: [string, string | undefined]) => [
    name,
    isOfPage(name, text) ? text : clean(text),
  ]);
  return Object.fromEntries(entries) as PlaceFacts;
}

/** Long enough for any name, too short for a letter. */
const longestName = 80;

export const neutralizeName = (name: string): string => shorten(neutralize(name));

function shorten(text: string): string {
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

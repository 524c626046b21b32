import { neutralize, shortenName } from '../../mail/public.ts';
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
    attending: attending.map(({ name, email }) => ({ name: shortenName(clean(name)), email })),
    invitee: {
      ...invitee,
      name: shortenName(clean(invitee.name)),
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

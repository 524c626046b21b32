import type { EventModel } from './event-model.ts';

/** To the event; not in a frame, where it would open the page of a booking on another site. */
export function EventLink({ model: { site, eventPath } }: { readonly model: EventModel }) {
  if (eventPath === null || site.frame !== null) return null;
  return (
    <p class="actions">
      <a class="button" href={eventPath}>
        {site.words.request.seeEvent}
      </a>
    </p>
  );
}

import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { formatInvitees, type ScheduledEvent } from '../scheduled-events/rules.ts';

/** The way into a video call; nothing for an event that has no link. */
export function JoinButton({ event }: { readonly event: ScheduledEvent }) {
  const { joinUrl } = event.location;
  if (!/^https?:/.test(joinUrl)) return null;
  return (
    <a className="btn main" href={joinUrl} target="_blank" rel="noreferrer">
      <Icon name="video" />
      {words.events.join}
      <span className="hidden">{formatInvitees(event)}</span>
    </a>
  );
}

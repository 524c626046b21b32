import { interpolate } from '@daybook/booking/locale';
import { Face } from '../kit/face.tsx';
import { toast } from '../kit/toasts.tsx';
import { useChange } from '../platform/query.ts';
import { now } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { ScheduledEvent } from './rules.ts';

type Invitee = ScheduledEvent['invitees'][number];

/** Who comes, what they answered, and whether they came. */
export function Invitees({ event }: { readonly event: ScheduledEvent }) {
  const hasBegun = event.status === 'confirmed' && Date.parse(event.startTime) <= now();
  return (
    <section className="col gap3" aria-label={words.events.invitees}>
      {event.invitees.map((invitee) => (
        <Person key={invitee.uuid} invitee={invitee} hasBegun={hasBegun} />
      ))}
      {event.guests && event.guests.length > 0 && (
        <p className="small">
          <span className="muted">{words.events.guests}</span> {event.guests.join(', ')}
        </p>
      )}
    </section>
  );
}

function Person({ invitee, hasBegun }: { readonly invitee: Invitee; readonly hasBegun: boolean }) {
  const isCancelled = invitee.cancellation.cancelledAt !== null;
  return (
    <div className="col gap3">
      <div className={`row${isCancelled ? ' is-cancelled' : ''}`}>
        <Face name={invitee.fullName} isBig />
        <span className="grow cut">
          <b className="name">{[invitee.salutation, invitee.fullName].filter(Boolean).join(' ')}</b>
          <br />
          <a className="muted small" href={`mailto:${invitee.email}`}>
            {invitee.email}
          </a>
        </span>
        {hasBegun && !isCancelled && <NoShow invitee={invitee} />}
      </div>
      {isCancelled && invitee.cancellation.cancellationReason && (
        <p className="note bad">
          {interpolate(words.events.reasonGiven, { reason: invitee.cancellation.cancellationReason })}
        </p>
      )}
      {(invitee.questions ?? []).length > 0 && (
        <dl className="answers">
          {invitee.questions?.map(({ question, answer }) => (
            <div key={question}>
              <dt className="muted small">{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The API takes it and does not yet give it back, so what was said last is shown as long as the panel is open. */
function NoShow({ invitee }: { readonly invitee: Invitee }) {
  const mark = useChange('markNoShow');
  const isNoShow = mark.variables?.body.noShow === true && !mark.isError;
  return (
    <button
      type="button"
      className="btn quiet small"
      aria-pressed={isNoShow}
      disabled={mark.isPending}
      onClick={() =>
        mark.mutate(
          { params: { uuid: invitee.uuid }, body: { noShow: !isNoShow } },
          { onSuccess: () => toast(isNoShow ? words.events.cameAfterAll : words.events.markedNoShow) },
        )
      }
    >
      {words.events.noShow}
    </button>
  );
}

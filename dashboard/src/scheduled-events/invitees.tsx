import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Face } from '../kit/face.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { getNow } from '../platform/time.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { listActiveInvitees, type ScheduledEvent } from './rules.ts';

type Invitee = ScheduledEvent['invitees'][number];

/** Few events are paid for, and its words are no part of the first load. */
const InviteePayment = lazy(
  loadWithWords(async () => ({ default: (await import('./payment.tsx')).InviteePayment })),
);

/** The same for the others of a series. */
const InviteeSeries = lazy(
  loadWithWords(async () => ({ default: (await import('./series.tsx')).InviteeSeries })),
);

/** Only groups have one. */
const Waitlist = lazy(loadWithWords(async () => ({ default: (await import('./waitlist.tsx')).Waitlist })));

/** Who comes, what they answered, and whether they came. */
export function Invitees({ event }: { readonly event: ScheduledEvent }) {
  const hasBegun = event.status === 'confirmed' && Date.parse(event.startTime) <= getNow();
  const isOneOfMany = event.status === 'confirmed' && !hasBegun && listActiveInvitees(event).length > 1;
  return (
    <section className="col gap3" aria-label={words.events.invitees}>
      {event.invitees.map((invitee) => (
        <Person
          key={invitee.uuid}
          eventUuid={event.uuid}
          invitee={invitee}
          hasBegun={hasBegun}
          isOneOfMany={isOneOfMany}
        />
      ))}
      {event.type === 'GROUP' && event.status === 'confirmed' && !hasBegun && (
        <Suspense>
          <Waitlist uuid={event.uuid} />
        </Suspense>
      )}
      {event.guests && event.guests.length > 0 && (
        <p className="small">
          <span className="muted">{words.events.guests}</span> {event.guests.join(', ')}
        </p>
      )}
    </section>
  );
}

interface PersonProps {
  readonly eventUuid: string;
  readonly invitee: Invitee;
  readonly hasBegun: boolean;
  readonly isOneOfMany: boolean;
}

function Person({ eventUuid, invitee, hasBegun, isOneOfMany }: PersonProps) {
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
        {invitee.personId && (
          <Link
            className="btn quiet small square"
            to={`/records/people/${invitee.personId}` as '/'}
            aria-label={interpolate(words.events.person, { name: invitee.fullName })}
            title={interpolate(words.events.person, { name: invitee.fullName })}
          >
            <Icon name="person" />
          </Link>
        )}
        {hasBegun && !isCancelled && <NoShow invitee={invitee} />}
        {isOneOfMany && !isCancelled && <CancelInvitee invitee={invitee} />}
      </div>
      {isCancelled && invitee.cancellation.cancellationReason && (
        <p className="note bad">
          {interpolate(words.events.reasonGiven, { reason: invitee.cancellation.cancellationReason })}
        </p>
      )}
      {invitee.payment && (
        <Suspense>
          <InviteePayment invitee={invitee} payment={invitee.payment} />
        </Suspense>
      )}
      {invitee.series && (
        <Suspense>
          <InviteeSeries uuid={eventUuid} invitee={invitee} series={invitee.series} />
        </Suspense>
      )}
      {(invitee.questions ?? []).length > 0 && (
        <dl className="answers">
          {invitee.questions?.map(({ question, answer, file }) => (
            <div key={question}>
              <dt className="muted small">{question}</dt>
              <dd>
                {file ? (
                  <a className="link" href={file} download={answer}>
                    {answer}
                  </a>
                ) : (
                  answer
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Shown and switched; until the answer is there, as it was switched. */
function NoShow({ invitee }: { readonly invitee: Invitee }) {
  const mark = useChange('markNoShow');
  const isNoShow = mark.isPending ? mark.variables.body.noShow : invitee.noShow;
  return (
    <button
      type="button"
      className="btn quiet small"
      aria-pressed={isNoShow}
      disabled={mark.isPending}
      onClick={() =>
        mark.mutate(
          { params: { uuid: invitee.uuid }, body: { noShow: !isNoShow } },
          { onSuccess: () => showToast(isNoShow ? words.events.cameAfterAll : words.events.markedNoShow) },
        )
      }
    >
      {words.events.noShow}
    </button>
  );
}

/** One of several invitees; the others stay. */
function CancelInvitee({ invitee }: { readonly invitee: Invitee }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = invitee.fullName;
  const cancel = useChange('cancelInvitee', interpolate(words.events.inviteeWasCancelled, { name }));
  const send = (values: FormData): void => {
    const cancellationReason = String(values.get('cancellationReason') ?? '').trim() || null;
    cancel.mutate(
      { params: { uuid: invitee.uuid }, body: { cancellationReason } },
      { onSuccess: () => setIsOpen(false) },
    );
  };
  return (
    <>
      <Button
        label={interpolate(words.events.cancelInvitee, { name })}
        icon="close"
        kind="quiet"
        isSmall
        isSquare
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog
          title={interpolate(words.events.cancelInviteeTitle, { name })}
          onClose={() => setIsOpen(false)}
        >
          <Form errors={getFieldErrors(cancel.error)} onSubmit={send}>
            <TextField label={words.events.reason} name="cancellationReason" rows={2} maxLength={512} />
            <DialogActions onClose={() => setIsOpen(false)} cancel={words.events.keep}>
              <Button
                label={interpolate(words.events.cancelInvitee, { name })}
                kind="danger"
                isSubmit
                isBusy={cancel.isPending}
              />
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}

import type { BookingModel } from './model.ts';
import { CancelChoice } from './series.tsx';

/** What an invitee may do about a booking. */
export function Change({
  model: { site, links, canMove, canCancel, hasOtherInvitees },
}: {
  model: BookingModel;
}) {
  const words = site.words.booking;
  // In a frame, another site could make the visitor click unseen; so changes open in a tab of their own.
  const target = site.frame === null ? undefined : '_blank';
  return (
    <section class="block" aria-labelledby="change-name">
      <h2 id="change-name">{words.change}</h2>
      {hasOtherInvitees && <p class="muted">{words.shared}</p>}
      {!canCancel && <p class="muted">{words.tooLate}</p>}
      <ul class="row">
        {canMove && <ChangeLink href={links.move} text={words.reschedule} target={target} />}
        {canCancel && <ChangeLink href={links.cancel} text={words.cancel} target={target} isDanger />}
      </ul>
    </section>
  );
}

function ChangeLink(props: { href: string; text: string; target: '_blank' | undefined; isDanger?: boolean }) {
  return (
    <li>
      <a
        class={`button is-quiet${props.isDanger ? ' is-danger' : ''}`}
        href={props.href}
        target={props.target}
      >
        {props.text}
      </a>
    </li>
  );
}

export function CancelForm({ model }: { model: BookingModel }) {
  const { site, links } = model;
  const { words } = site;
  return (
    <section class="block" aria-labelledby="cancel-name">
      <h2 id="cancel-name">{words.booking.cancelHeading}</h2>
      <form method="post" action={links.cancel}>
        <CancelChoice model={model} />
        <div class="field">
          <label for="reason">
            {words.form.reason} <span class="optional">({words.form.optional})</span>
          </label>
          <textarea id="reason" name="reason" rows={3} maxlength={512} />
        </div>
        <div class="row">
          <button class="button is-danger">{words.booking.cancel}</button>
          <a class="button is-quiet" href={links.self}>
            {words.booking.keep}
          </a>
        </div>
      </form>
    </section>
  );
}

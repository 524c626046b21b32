import { buildDocument } from './document.tsx';
import { EventLink } from './event-link.tsx';
import { Brand } from './faces.tsx';
import { Icon } from './icons.tsx';
import { formatLocalClock, formatDate, interpolate } from './locale.ts';
import type { RequestModel } from './request-model.ts';
import { BookingSummary } from './booking-summary.tsx';

/** A request for a time. Opening it changes nothing, since mail scanners open links. */
export function buildRequestDocument(model: RequestModel): string {
  const { site, status, isHost } = model;
  const heading = headingOf(model);
  // In a frame, another site could make the visitor click unseen.
  const canAct = status === 'open' && site.frame === null;
  return buildDocument(
    site,
    { title: `${heading} · ${model.title}`, color: model.color, logo: model.organization.logo },
    <>
      <Brand organization={model.organization} />
      <header class={`outcome is-${status}`}>
        {status !== 'open' && (
          <span class="badge">
            <Icon name={status === 'confirmed' ? 'check' : 'cross'} />
          </span>
        )}
        <h1>{heading}</h1>
        <p class="muted">{noteOf(model)}</p>
        {model.reason && (
          <p class="muted">{interpolate(site.words.booking.reasonGiven, { reason: model.reason })}</p>
        )}
      </header>
      <dl class="summary">
        <Summary model={model} />
      </dl>
      {canAct && (isHost ? <AnswerForm model={model} /> : <WithdrawForm model={model} />)}
      <EventLink model={model} />
    </>,
  );
}

function headingOf({ site: { words }, status, isHost }: RequestModel): string {
  const { request } = words;
  if (!isHost) return request[status];
  const headings = {
    open: request.asked,
    confirmed: request.answeredConfirmed,
    declined: request.answeredDeclined,
    expired: request.answeredExpired,
    withdrawn: request.answeredWithdrawn,
  };
  return headings[status];
}

function noteOf(model: RequestModel): string {
  const { site, status, isHost, expiresDay, expiresClock, hosts, email, fullName } = model;
  const { request, pick } = site.words;
  const until = `${formatDate(pick, expiresDay)}, ${formatLocalClock(pick, site.locale, expiresClock)}`;
  const about = { until, host: hosts.join(', '), email, name: fullName };
  if (isHost) return status === 'open' ? interpolate(request.askedNote, about) : '';
  return interpolate(request[`${status}Note`], about);
}

function Summary({ model }: { model: RequestModel }) {
  const { site, answers } = model;
  const { words } = site;
  const invitee = model.isHost ? `${model.fullName} (${model.email})` : model.fullName;
  return (
    <>
      <BookingSummary model={model} />
      <div>
        <dt>
          <Icon name="people" />
          {words.booking.who}
        </dt>
        <dd>
          {[...model.hosts, invitee].map((name) => (
            <span key={name} class="line">
              {name}
            </span>
          ))}
        </dd>
      </div>
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </>
  );
}

function AnswerForm({ model: { site } }: { model: RequestModel }) {
  const { words } = site;
  return (
    <form class="block" method="post" action={site.path}>
      <div class="field">
        <label for="reason">
          {words.form.reason} <span class="optional">({words.form.optional})</span>
        </label>
        <textarea id="reason" name="reason" rows={3} maxlength={512} />
      </div>
      <div class="row">
        <button class="button" name="answer" value="confirm">
          {words.request.confirm}
        </button>
        <button class="button is-danger" name="answer" value="decline">
          {words.request.decline}
        </button>
      </div>
    </form>
  );
}

function WithdrawForm({ model: { site } }: { model: RequestModel }) {
  return (
    <form class="block" method="post" action={site.path}>
      <button class="button is-quiet is-danger" name="answer" value="withdraw">
        {site.words.request.withdraw}
      </button>
    </form>
  );
}

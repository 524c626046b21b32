import { SummaryFacts } from './booking-summary.tsx';
import type { CheckoutModel } from './checkout-model.ts';
import { buildDocument } from './document.tsx';
import { Brand } from './faces.tsx';
import { Icon } from './icons.tsx';
import { formatLocalClock, interpolate } from './locale.ts';

/** Where a visitor pays for a time that is held for them, and comes back to. Opening it changes nothing. */
export function buildCheckoutDocument(model: CheckoutModel): string {
  const { site, state, title } = model;
  const words = site.words.pay;
  const heading = state === 'open' ? words.heading : words[state];
  return buildDocument(
    site,
    {
      title: `${heading} · ${title}`,
      color: model.color,
      logo: model.organization.logo,
      // Only the provider's report books the time, and it may take some seconds.
      ...(state === 'waiting' && { refresh: `${site.path}?returned=1`, refreshSeconds: 3 }),
    },
    <>
      <Brand organization={model.organization} />
      <header class="outcome">
        <h1>{heading}</h1>
        <p class="muted">{hintOf(model)}</p>
      </header>
      {model.hasFailed && (
        <p class="notice" role="alert">
          {words.failed}
        </p>
      )}
      <dl class="summary">
        <Summary model={model} />
      </dl>
      {state === 'open' && <Choices model={model} />}
      {(state === 'expired' || state === 'refunded') && (
        <p class="actions">
          <a class="button" href={model.bookAgain} target="_top">
            {site.words.booking.bookAgain}
          </a>
        </p>
      )}
    </>,
  );
}

function hintOf({ site, state, until }: CheckoutModel): string {
  const { pay, pick } = site.words;
  if (state === 'open') return interpolate(pay.held, { time: formatLocalClock(pick, site.locale, until) });
  return pay[`${state}Hint`];
}

function Summary({ model: { site, title, when, price, policy } }: { model: CheckoutModel }) {
  const { words, locale } = site;
  return (
    <>
      <SummaryFacts site={site} title={title} day={when?.day}>
        {when && (
          <>
            {formatLocalClock(words.pick, locale, when.clock)} <span class="muted">{when.zone}</span>
          </>
        )}
      </SummaryFacts>
      <div>
        <dt>
          <Icon name="tag" />
          {words.booking.price}
        </dt>
        <dd>
          {price}
          <br />
          <span class="muted">{policyText(words.pay, policy)}</span>
        </dd>
      </div>
    </>
  );
}

function policyText(words: CheckoutModel['site']['words']['pay'], policy: CheckoutModel['policy']): string {
  const percent = String(policy?.laterPercent ?? 100);
  const hours = policy ? policy.fullUntilHours : 0;
  if (hours === 0 || percent === '100') return words.policyFull;
  if (hours !== null) return interpolate(words.policyUntil, { hours: String(hours), percent });
  return percent === '0' ? words.policyNone : interpolate(words.policyPercent, { percent });
}

/** The provider's page can't be in a frame. */
function Choices({ model: { site, price } }: { model: CheckoutModel }) {
  const words = site.words.pay;
  return (
    <form method="post" action={site.path} target="_top">
      <div class="actions">
        <button class="button" name="do" value="pay">
          {interpolate(words.pay, { amount: price })}
        </button>
        <button class="button is-quiet" name="do" value="give-up">
          {words.giveUp}
        </button>
      </div>
    </form>
  );
}

import { buildDocument } from './document.tsx';
import { Brand } from './faces.tsx';
import { FieldBox, Honeypot, getFieldValue } from './field.tsx';
import { listFields } from './fields.ts';
import { Icon } from './icons.tsx';
import { capitalize, formatLocalClock, formatDate, formatDuration, interpolate } from './locale.ts';
import { formatZone } from './picker-state.ts';
import type { PollModel, PollTime } from './poll-model.ts';

/** The page of a poll. Plain HTML: opening it changes nothing, and it works without script. */
export function buildPollDocument(model: PollModel): string {
  const { site, status } = model;
  const words = site.words.poll;
  return buildDocument(
    site,
    {
      title: `${status === 'open' ? words.heading : words[status]} · ${model.title}`,
      color: model.color,
      logo: model.organization.logo,
      guess: model.zoneIsGuess ? model.zone : undefined,
      reloadsInZone: model.zoneIsGuess,
    },
    <>
      <Brand organization={model.organization} />
      <Head model={model} />
      <ZoneForm model={model} />
      {status === 'open' ? (
        <VoteForm model={model} />
      ) : (
        <ul class="block">
          {model.times.map((time) => (
            <li key={time.value}>
              {time.isPicked ? <strong>{timeText(model, time)}</strong> : timeText(model, time)}
            </li>
          ))}
        </ul>
      )}
    </>,
  );
}

function Head({ model }: { readonly model: PollModel }) {
  const { site, status, deadline, hosts } = model;
  const { poll: words, pick } = site.words;
  return (
    <header class={`outcome ${status === 'finalised' ? 'is-booked' : ''}`}>
      {status !== 'open' && (
        <span class="badge">
          <Icon name={status === 'finalised' ? 'check' : 'cross'} />
        </span>
      )}
      <h1>{status === 'open' ? model.title : words[status]}</h1>
      {status !== 'open' && (
        <p class="muted">
          {model.title}. {words[`${status}Note`]}
        </p>
      )}
      <p class="muted">{[...hosts, formatDuration(pick, model.duration)].join(' · ')}</p>
      {model.description !== '' && <p>{model.description}</p>}
      {status === 'open' && deadline && (
        <p>
          {interpolate(words.until, {
            until: `${formatDate(pick, deadline.day)}, ${formatLocalClock(pick, site.locale, deadline.clock)}`,
          })}
        </p>
      )}
    </header>
  );
}

/** For those whose browser has not told its zone, or who are elsewhere. */
function ZoneForm({ model: { site, zone, zones, offset } }: { readonly model: PollModel }) {
  const { pick, poll } = site.words;
  const { zone: _, lang: __, remember: ___, ...kept } = site.query;
  return (
    <details class="block">
      <summary>{formatZone({ words: pick }, zone, offset)}</summary>
      <form method="get" action={site.path}>
        {Object.entries({ ...kept, remember: '1' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="zone">{pick.zone}</label>
          <select id="zone" name="zone">
            {zones.map((name) => (
              <option key={name} selected={name === zone}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button class="button is-quiet">{poll.showZone}</button>
      </form>
    </details>
  );
}

function VoteForm({ model }: { readonly model: PollModel }) {
  const { site, form, errors, hasVoted } = model;
  const { words } = site;
  const fields = listFields(form, undefined).filter(({ name }) => name !== 'guests');
  return (
    <form method="post" action={`${site.path}${search(site.query)}`}>
      <Notice model={model} />
      <input type="hidden" name="token" value={form.token} />
      <input type="hidden" name="zone" value={model.zone} />
      {form.confirmation && <input type="hidden" name="confirmation" value={form.confirmation} />}
      <h2>{words.poll.heading}</h2>
      <p class="muted small">{words.poll.unanswered}</p>
      {model.times.map((time) => (
        <TimeField key={time.value} model={model} time={time} />
      ))}
      {fields.map((field) =>
        hasVoted && field.name === 'email' ? (
          <input key="email" type="hidden" name="email" value={getFieldValue(form, 'email')} />
        ) : (
          <FieldBox key={field.name} field={field} form={form} words={words} error={errors[field.name]} />
        ),
      )}
      <Honeypot words={words} />
      <div class="actions">
        <button class="button">{hasVoted ? words.poll.change : words.poll.send}</button>
        <p class="muted small">{model.hidesVotes ? words.poll.hidden : words.poll.shown}</p>
      </div>
    </form>
  );
}

function Notice({ model: { site, notice, isThanked, form } }: { readonly model: PollModel }) {
  const { form: words, poll } = site.words;
  const texts = {
    sendAgain: words.sendAgain,
    checkFields: words.checkFields,
    confirmAddress: interpolate(words.codeSent, { email: getFieldValue(form, 'email') }),
    codeGone: words.codeGone,
  };
  if (!notice && !isThanked) return null;
  return (
    <div class="notice" role={notice ? 'alert' : 'status'} tabindex={-1}>
      <p>
        <strong>{notice ? texts[notice] : poll.voted}</strong>
      </p>
      {!notice && <p>{poll.votedNote}</p>}
    </div>
  );
}

function TimeField({ model, time }: { readonly model: PollModel; readonly time: PollTime }) {
  const words = model.site.words.poll;
  const answers = [
    ['yes', words.yes],
    ['if_needed', words.ifNeeded],
    ['no', words.no],
  ] as const;
  const said = answers.flatMap(([answer, label]) => {
    const names = answer === 'no' ? [] : (time.votes?.[answer] ?? []);
    return names.length > 0 ? [`${label}: ${names.join(', ')}`] : [];
  });
  return (
    <fieldset class="field">
      <legend>{timeText(model, time)}</legend>
      <div class="row answers">
        {answers.map(([answer, label]) => (
          <label key={answer} class="option">
            <input
              type="radio"
              name={`t${time.value}`}
              value={answer}
              defaultChecked={time.answer === answer}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {said.length > 0 && <p class="hint">{said.join(' · ')}</p>}
    </fieldset>
  );
}

function timeText({ site }: PollModel, { day, startClock, endClock }: PollTime): string {
  const { pick } = site.words;
  const clock = (text: string): string => formatLocalClock(pick, site.locale, text);
  return `${capitalize(formatDate(pick, day))}, ${clock(startClock)} – ${clock(endClock)}`;
}

function search(query: Readonly<Record<string, string>>): string {
  const { voted: _, ...kept } = query;
  const text = new URLSearchParams(kept).toString();
  return text === '' ? '' : `?${text}`;
}

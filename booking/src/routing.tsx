import { buildDocument } from './document.tsx';
import { Brand } from './faces.tsx';
import { FieldBox, Honeypot } from './field.tsx';
import { interpolate } from './locale.ts';
import type { RoutingResultModel, RoutingFormModel } from './model.ts';

/** A routing form. Plain HTML: the browser validates it, then the server. */
export function buildRoutingFormDocument(model: RoutingFormModel): string {
  const { site, fields, form, errors } = model;
  const { words } = site;
  const hasErrors = Object.keys(errors).length > 0;
  return buildDocument(
    site,
    {
      title: `${model.name} · ${model.organization.name}`,
      color: model.color,
      logo: model.organization.logo,
      canonical: model.canonical,
    },
    <>
      <Brand organization={model.organization} />
      <header class="outcome">
        <h1>{model.headline ?? model.name}</h1>
      </header>
      <form method="post" action={`${site.path}${search(site.query)}`}>
        {(hasErrors || model.mustSendAgain) && (
          <div class="notice" role="alert" tabindex={-1}>
            <strong>{model.mustSendAgain ? words.form.sendAgain : words.form.checkFields}</strong>
          </div>
        )}
        <input type="hidden" name="token" value={form.token} />
        {fields.map((field) => (
          <FieldBox key={field.name} field={field} form={form} words={words} error={errors[field.name]} />
        ))}
        <Honeypot words={words} />
        <div class="actions">
          <button class="button">{words.site.send}</button>
        </div>
      </form>
    </>,
  );
}

/** The end of a routing form. Another site is opened from here, since our policy forbids a form to redirect to one. */
export function buildRoutingResultDocument({ site, message, redirectUrl }: RoutingResultModel): string {
  const { words } = site;
  return buildDocument(
    site,
    {
      title: message ?? words.site.redirecting,
      refresh: site.frame === null ? (redirectUrl ?? undefined) : undefined,
    },
    <>
      <header class="outcome">
        <h1>{message ?? words.site.redirecting}</h1>
      </header>
      {redirectUrl && (
        <p class="actions">
          <a class="button" href={redirectUrl} target="_top" rel="noopener noreferrer">
            {interpolate(words.site.continueTo, { host: new URL(redirectUrl).host })}
          </a>
        </p>
      )}
    </>,
  );
}

function search(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

import { documentOf } from './document.tsx';
import { FieldBox, Trap } from './field.tsx';
import { fill } from './locale.ts';
import type { RoutedModel, RoutingModel } from './model.ts';

/** A few questions that lead to the right page. Plain HTML: the browser itself says what is missing. */
export function routingDocument(model: RoutingModel): string {
  const { site, fields, form, errors } = model;
  const { words } = site;
  const isWrong = Object.keys(errors).length > 0;
  return documentOf(
    site,
    { title: `${model.name} · ${model.organization}`, canonical: model.canonical },
    <>
      <header class="outcome">
        <h1>{model.headline ?? model.name}</h1>
        <p class="muted">{model.organization}</p>
      </header>
      <form method="post" action={`${site.path}${search(site.query)}`}>
        {(isWrong || model.isTooMany) && (
          <div class="notice" role="alert" tabindex={-1}>
            <strong>{model.isTooMany ? words.form.tooMany : words.form.checkFields}</strong>
          </div>
        )}
        <input type="hidden" name="token" value={form.token} />
        {fields.map((field) => (
          <FieldBox key={field.name} field={field} form={form} words={words} error={errors[field.name]} />
        ))}
        <Trap words={words} />
        <div class="actions">
          <button class="button">{words.site.send}</button>
        </div>
      </form>
    </>,
  );
}

/** What a form says at the end; or, for another site, the step there, which a form itself may not take. */
export function routedDocument({ site, message, onwards }: RoutedModel): string {
  const { words } = site;
  return documentOf(
    site,
    {
      title: message ?? words.site.goingOn,
      refresh: site.frame === null ? (onwards ?? undefined) : undefined,
    },
    <>
      <header class="outcome">
        <h1>{message ?? words.site.goingOn}</h1>
      </header>
      {onwards && (
        <p class="actions">
          <a class="button" href={onwards} target="_top" rel="noopener noreferrer">
            {fill(words.site.goOn, { host: new URL(onwards).host })}
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

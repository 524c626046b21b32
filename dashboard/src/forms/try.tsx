import type { Result } from '@daybook/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Checks } from '../kit/checks.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { readAnswers, type Field } from './rules.ts';

const from = '/forms/$uuid/try';

/** Answers as a visitor gives them, and where they lead. */
export function TryForm() {
  const { uuid } = useParams({ from });
  const { data: form } = useSuspenseQuery(buildQuery('readRoutingForm', { params: { uuid } }));
  const attempt = useChange('tryRoutingForm');
  return (
    <div className="body">
      <div className="col gap4 narrow">
        <p className="muted">{words.forms.tryHint}</p>
        <section className="card pad" aria-label={words.forms.try}>
          {form.headline && <h2>{form.headline}</h2>}
          <Form
            errors={getFieldErrors(attempt.error)}
            onSubmit={(values) =>
              attempt.mutate({ params: { uuid }, body: { answers: readAnswers(form.fields, values) } })
            }
          >
            {form.fields.map((field) => (
              <Answer key={field.inputId} field={field} />
            ))}
            <div className="row end">
              <button type="submit" className="btn main" disabled={attempt.isPending}>
                {words.forms.tryNow}
              </button>
            </div>
          </Form>
        </section>
        <div role="status">{attempt.data && <Leads route={attempt.data} />}</div>
      </div>
    </div>
  );
}

function Answer({ field }: { readonly field: Field }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const name = `answers.${field.inputId}`;
  const choices = (field.options ?? []).map((value) => ({ value, label: value }));
  const label = field.isRequired ? `${field.question} *` : field.question;
  switch (field.type) {
    case 'CHECKBOX_INPUT':
      return <Checks legend={label} name={name} choices={choices} value={chosen} onChange={setChosen} />;
    case 'RADIO_INPUT':
    case 'SELECT_INPUT':
      return (
        <SelectField
          label={label}
          name={name}
          choices={[{ value: '', label: words.forms.choose }, ...choices]}
        />
      );
    case 'MULTILINE_INPUT':
      return <TextField label={label} name={name} rows={3} />;
    default:
      return <TextField label={label} name={name} {...inputOf(field.type)} />;
  }
}

function inputOf(type: Field['type']) {
  if (type === 'EMAIL_INPUT') return { type: 'email' } as const;
  if (type === 'PHONE_INPUT') return { type: 'tel' } as const;
  return type === 'NUMBER_INPUT' ? ({ inputMode: 'numeric' } as const) : {};
}

function Leads({ route }: { readonly route: Result<'tryRoutingForm'> }) {
  return (
    <div className="note info">
      <div className="col gap1">
        <span>
          {words.forms.leadsTo} <b>{route.eventType?.title ?? route.headline ?? route.url}</b>
        </span>
        {route.eventType && route.url && (
          <a className="link" href={new URL(route.url).pathname} target="_blank" rel="noreferrer">
            {words.forms.openPage}
          </a>
        )}
        {route.isFallbackRoute && <span>{words.forms.byFallback}</span>}
      </div>
    </div>
  );
}

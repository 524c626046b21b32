import type { Result } from '@daybook/client';
import { SelectField, TextField, useFieldErrors } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { listAsked, nameAnswer } from './answers.rules.ts';

type Page = Result<'listEventTypes'>['items'][number];

/** The questions of a page, as fields. */
export function Answers({ page }: { readonly page: Page }) {
  return listAsked(page).map(({ id, question, type, isRequired, options }, index) => {
    const label = isRequired ? `${question} *` : question;
    const name = nameAnswer(index);
    if (type === 'FILE_INPUT') return <FileAnswer key={id} label={label} name={name} page={page} />;
    if (type === 'MULTILINE_INPUT') return <TextField key={id} label={label} name={name} rows={3} />;
    if (type === 'RADIO_INPUT' || type === 'SELECT_INPUT') {
      const choices = (options ?? []).map((option) => ({ value: option, label: option }));
      return (
        <SelectField key={id} label={label} name={name} choices={[{ value: '', label: '' }, ...choices]} />
      );
    }
    if (type === 'CHECKBOX_INPUT') {
      return <CheckedAnswer key={id} label={label} name={name} options={options ?? []} />;
    }
    return <TextField key={id} label={label} name={name} {...(type === 'PHONE_INPUT' && { type: 'tel' })} />;
  });
}

interface CheckedAnswerProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly string[];
}

function CheckedAnswer({ label, name, options }: CheckedAnswerProps) {
  const wrong = useFieldErrors(name);
  return (
    <fieldset className="field">
      <legend className="lbl">{label}</legend>
      {options.map((option) => (
        <label key={option} className="choice">
          <input
            type="checkbox"
            name={name}
            value={option}
            {...(wrong.length > 0 && { 'aria-invalid': true })}
          />
          {option}
        </label>
      ))}
      <Wrong texts={wrong} />
    </fieldset>
  );
}

function Wrong({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <p className="wrong" role="alert">
      {texts.join(' ')}
    </p>
  );
}

interface FileAnswerProps {
  readonly label: string;
  readonly name: string;
  readonly page: Page;
}

/** Sent as soon as it is chosen; the answer is the token of what was sent. */
function FileAnswer({ label, name, page }: FileAnswerProps) {
  const send = useChange('uploadPublicly');
  const params = { ownerSlug: page.profile.slug, eventTypeSlug: page.slug };
  const missing = useFieldErrors(name);
  const wrong = [...Object.values(getFieldErrors(send.error)).flat(), ...missing];
  const choose = (file: File | undefined): void => {
    if (!file) return send.reset();
    return send.mutate({
      params,
      query: { name: file.name },
      body: file,
      contentType: 'application/octet-stream',
    });
  };
  return (
    <div className="field" aria-busy={send.isPending}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        type="file"
        className="input file"
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <input type="hidden" name={name} value={send.data?.token ?? ''} />
      <Wrong texts={wrong} />
    </div>
  );
}

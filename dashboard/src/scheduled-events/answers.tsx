import type { Result } from '@daybook/client';
import { SelectField, TextField } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';

type Page = Result<'listEventTypes'>['items'][number];

/** The questions of a page, as fields. */
export function Answers({ page }: { readonly page: Page }) {
  return page.inviteeQuestions
    .filter(({ isActive }) => isActive)
    .map(({ id, question, type, isRequired, options }) => {
      const label = isRequired ? `${question} *` : question;
      const name = nameOf(id);
      if (type === 'FILE_INPUT') return <FileAnswer key={id} label={label} name={name} page={page} />;
      if (type === 'MULTILINE_INPUT') return <TextField key={id} label={label} name={name} rows={3} />;
      if (type === 'RADIO_INPUT' || type === 'SELECT_INPUT') {
        const choices = (options ?? []).map((option) => ({ value: option, label: option }));
        return (
          <SelectField key={id} label={label} name={name} choices={[{ value: '', label: '' }, ...choices]} />
        );
      }
      if (type === 'CHECKBOX_INPUT') {
        return (
          <fieldset key={id} className="field">
            <legend className="lbl">{label}</legend>
            {(options ?? []).map((option) => (
              <label key={option} className="choice">
                <input type="checkbox" name={name} value={option} />
                {option}
              </label>
            ))}
          </fieldset>
        );
      }
      return (
        <TextField key={id} label={label} name={name} {...(type === 'PHONE_INPUT' && { type: 'tel' })} />
      );
    });
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
  const wrong = Object.values(getFieldErrors(send.error)).flat();
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
      {wrong.length > 0 && (
        <p className="wrong" role="alert">
          {wrong.join(' ')}
        </p>
      )}
    </div>
  );
}

const nameOf = (id: number): string => `question_answers.${id}`;

export function readAnswers(page: Page, values: FormData): { question_id: number; answer: string }[] {
  return page.inviteeQuestions.flatMap(({ id }) => {
    const answer = values.getAll(nameOf(id)).map(String).filter(Boolean).join(', ');
    return answer === '' ? [] : [{ question_id: id, answer }];
  });
}

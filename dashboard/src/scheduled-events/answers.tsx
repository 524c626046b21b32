import type { Result } from '@daybook/client';
import { SelectField, TextField } from '../kit/field.tsx';

type Page = Result<'listEventTypes'>['items'][number];

/** The questions of a page, as fields. */
export function Answers({ page }: { readonly page: Page }) {
  return page.inviteeQuestions
    .filter(({ isActive }) => isActive)
    .map(({ id, question, type, isRequired, options }) => {
      const label = isRequired ? `${question} *` : question;
      const name = nameOf(id);
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

const nameOf = (id: number): string => `question_answers.${id}`;

export function answersIn(page: Page, values: FormData): { question_id: number; answer: string }[] {
  return page.inviteeQuestions.flatMap(({ id }) => {
    const answer = values.getAll(nameOf(id)).map(String).filter(Boolean).join(', ');
    return answer === '' ? [] : [{ question_id: id, answer }];
  });
}

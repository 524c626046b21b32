import type { Result } from '@daybook/client';

/** A page, as far as it asks. */
type Asking = Pick<Result<'listEventTypes'>['items'][number], 'inviteeQuestions'>;
type Errors = Readonly<Record<string, readonly string[]>>;

export const listAsked = (page: Asking) => page.inviteeQuestions.filter(({ isActive }) => isActive);

/** By the place of the answer in the request. */
export const nameAnswer = (index: number): string => `question_answers.${index}`;

/** All of them, also the empty ones, so that each has the place of its field. */
export function readAnswers(page: Asking, values: FormData): { question_id: number; answer: string }[] {
  return listAsked(page).map(({ id }, index) => ({
    question_id: id,
    answer: values.getAll(nameAnswer(index)).map(String).filter(Boolean).join(', '),
  }));
}

/** What is said about missing answers, each at its question. */
export function placeErrors(page: Asking | undefined, errors: Errors): Errors {
  const { question_answers: missing, ...others } = errors;
  if (!page || !missing) return errors;
  const placed = listAsked(page).flatMap(({ question }, index) => {
    const texts = missing.filter((text) => text.includes(`“${question}”`));
    return texts.length > 0 ? [[nameAnswer(index), texts] as const] : [];
  });
  return { ...others, ...Object.fromEntries(placed) };
}

import { getLocationKind } from '@daybook/contract/locations.data';
import type { newBooking } from '@daybook/contract/scheduled-events';
import type { z } from 'zod';
import type { PageFacts } from '../../availability/public.ts';
import { normalizeMailbox } from '../../platform/mailbox.ts';
import type { FieldErrors } from '../../platform/problems.ts';
import { findLocationType, validateLocation } from './location.rules.ts';
import type { PageDetails, QuestionRow } from './page-details.store.ts';

type Booking = z.output<typeof newBooking>;

/** What an invitee was asked, and what they said. */
export interface Answer {
  readonly question: string;
  readonly answer: string;
  readonly order: number;
  /** Of a file, whose name is the answer. */
  readonly fileId?: string;
}

/** Everything about the booking that the page does not accept, by field. */
export function listPageErrors(booking: Partial<Booking>, page: PageDetails): FieldErrors {
  return {
    ...validateLocation(booking, page.locations),
    ...validatePhone(booking, page),
    ...answerErrors(booking, page.questions),
    ...validateAddresses(booking, page.blockedAddresses),
    ...validateRecurrence(booking, page.recurrence),
  };
}

function validateRecurrence(
  { recurrence, anyTime }: Partial<Booking>,
  allowed: PageDetails['recurrence'],
): FieldErrors {
  if (!recurrence) return {};
  if (!allowed) return { recurrence: ['This page doesn’t support series.'] };
  if (anyTime) return { recurrence: ['A series can only be booked at available times, without anyTime.'] };
  const { frequencies, maximumOccurrences } = allowed;
  return {
    ...(!frequencies.includes(recurrence.frequency) && {
      'recurrence.frequency': [`Must be one of: ${frequencies.join(', ')}.`],
    }),
    ...(recurrence.count > maximumOccurrences && {
      'recurrence.count': [`Must be at most ${maximumOccurrences}.`],
    }),
  };
}

/** An address that the workspace blocks, with whatever is added after a plus sign, or whose domain it blocks. */
export function validateAddresses(
  { email = '', guests = [] }: Partial<Booking>,
  blocked: readonly string[],
): FieldErrors {
  const errors: FieldErrors = {};
  const refusal = ['Bookings from this email address aren’t accepted.'];
  if (isBlocked(email, blocked)) errors['email'] = refusal;
  for (const [index, guest] of (guests ?? []).entries())
    if (isBlocked(guest, blocked)) errors[`guests.${index}`] = refusal;
  return errors;
}

export function isBlocked(email: string, blocked: readonly string[]): boolean {
  const address = normalizeMailbox(email);
  const [, domain = ''] = address.split('@');
  return blocked.some((entry) =>
    entry.includes('@')
      ? normalizeMailbox(entry) === address
      : domain === entry || domain.endsWith(`.${entry}`),
  );
}

function validatePhone(booking: Partial<Booking>, { asksPhone, locations }: PageDetails): FieldErrors {
  const { phone } = booking;
  const type = findLocationType(booking, locations);
  const isRequired = asksPhone || (type !== undefined && getLocationKind(type).needsPhone);
  if (!phone) return isRequired ? { phone: ['This field is required.'] } : {};
  return isPhone(phone) ? {} : { phone: ['Must be a phone number, such as +49 30 901820.'] };
}

/** Written as people write them; at least five digits. */
function isPhone(text: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5;
}

function answerErrors(
  { question_answers: given }: Partial<Booking>,
  questions: readonly QuestionRow[],
): FieldErrors {
  const errors: FieldErrors = {};
  const answered = new Set<number>();
  for (const [index, { question_id: id, answer }] of (given ?? []).entries()) {
    const question = questions.find((candidate) => candidate.id === id);
    if (!question) errors[`question_answers.${index}.question_id`] = ['Must be a question of this page.'];
    else if (answered.has(id))
      errors[`question_answers.${index}.question_id`] = ['Must be answered only once.'];
    else if (!isAnswer(question, answer))
      errors[`question_answers.${index}.answer`] = [whatIsAsked(question)];
    if (answer.trim() !== '') answered.add(id);
  }
  const missing = questions.filter(({ id, isRequired }) => isRequired && !answered.has(id));
  if (missing.length > 0) {
    errors['question_answers'] = missing.map(({ question }) => `Answer “${question}”.`);
  }
  return errors;
}

function isAnswer({ type, options }: QuestionRow, answer: string): boolean {
  if (answer.trim() === '') return true;
  if (type === 'PHONE_INPUT') return isPhone(answer);
  if (type === fileType) return /^[0-9A-Za-z]{22}$/.test(answer.trim());
  // One that was chosen alone may hold commas, as a sentence that is agreed to does.
  if (!options || options.includes(answer.trim())) return true;
  return type === 'CHECKBOX_INPUT' && answer.split(',').every((part) => options.includes(part.trim()));
}

function whatIsAsked({ type, options }: QuestionRow): string {
  if (type === 'PHONE_INPUT') return 'Must be a phone number.';
  if (type === fileType) return 'Must be the token of a file uploaded for this page.';
  return `Must be ${type === 'CHECKBOX_INPUT' ? 'some' : 'one'} of: ${(options ?? []).join(', ')}.`;
}

const fileType = 'FILE_INPUT';

/** The answers that are tokens of uploads, by their place in the booking. */
export function listUploads(
  { question_answers: given }: Pick<Booking, 'question_answers'>,
  questions: readonly QuestionRow[],
): { readonly place: number; readonly token: string }[] {
  const asks = new Set(questions.filter(({ type }) => type === fileType).map(({ id }) => id));
  return (given ?? [])
    .map(({ question_id: id, answer }, place) => ({ place, token: asks.has(id) ? answer.trim() : '' }))
    .filter(({ token }) => token !== '');
}

/** The answers with their questions as they stand now, in the page's order; of files by the token that named each. */
export function buildAnswers(
  { question_answers: given }: Pick<Booking, 'question_answers'>,
  questions: readonly QuestionRow[],
  files: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): Answer[] {
  return questions.flatMap(({ id, question, type }, index) => {
    const answer = given?.find((item) => item.question_id === id)?.answer.trim();
    if (!answer) return [];
    const order = index + 1;
    if (type !== fileType) return [{ question, answer, order }];
    const file = files.get(answer);
    return file ? [{ question, answer: file.name, order, fileId: file.id }] : [];
  });
}

/** A page for an event that nobody else can join, also if it is a group page. */
export function toIndividualPage(facts: PageFacts): PageFacts {
  return facts.type === 'GROUP' ? { ...facts, type: 'ONE_ON_ONE', groupEvents: [] } : facts;
}

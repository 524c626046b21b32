import { calcomQuestionFields } from './calcom-fields.rules.ts';
import type { QuestionIn } from './contents.ts';
import { reportFields } from './fields.rules.ts';
import type { LeftOutList } from './left-out.ts';

/** A field of a booking form. */
type Field = Readonly<Record<string, unknown>>;

export interface QuestionForm {
  readonly questions: readonly QuestionIn[];
  /** The page asks for the phone number in a field of its own. */
  readonly asksPhone: boolean;
  /** What the page calls each field, for answers that name it by its slug. */
  readonly labels: ReadonlyMap<string, string>;
}

const kind = 'Questions';

/** Fields that every page of Daybook has too. */
const everywhere = ['name', 'email', 'location', 'guests', 'rescheduleReason', 'attendeePhoneNumber'];
const defaultLabels: Readonly<Record<string, string>> = {
  notes: 'Additional notes',
  title: 'What is this meeting about?',
};

export function parseForm(fields: readonly Field[], page: string, leftOut: LeftOutList): QuestionForm {
  return {
    questions: fields.flatMap((field) => questionFrom(field, page, leftOut)),
    asksPhone: fields.some(({ slug, hidden }) => slug === 'attendeePhoneNumber' && hidden !== true),
    labels: new Map(fields.map((field) => [String(field['slug']), labelOf(field)])),
  };
}

const labelOf = ({ label, slug }: Field): string =>
  (typeof label === 'string' && label) || defaultLabels[String(slug)] || String(slug);

function questionFrom(field: Field, page: string, leftOut: LeftOutList): QuestionIn[] {
  const name = `${labelOf(field)} of ${page}`;
  const { slug, hidden, required } = field;
  const say = (why: string): void => leftOut.add({ kind, field: String(field['type']), why, name });
  const report = (which: keyof typeof calcomQuestionFields): void =>
    reportFields(field, calcomQuestionFields[which], { kind, name }, leftOut);
  if (everywhere.includes(String(slug))) {
    report('everywhere');
    if (hidden === true && slug === 'guests') say('An invitee can always bring guests.');
    if (required === true && slug === 'rescheduleReason') say('Reasons are always optional.');
    if (required === true && slug === 'guests') say('Guests are always optional.');
    return [];
  }
  // Default fields that nobody turned on are no rule that gets lost.
  if (hidden === true && field['isDefault'] === true) return [];
  if (hidden === true) {
    report('hidden');
    return [];
  }
  report('imported');
  return [{ question: labelOf(field).slice(0, 500), isRequired: required === true, ...typeFrom(field, say) }];
}

const types: Readonly<Record<string, QuestionIn['type']>> = {
  text: 'TEXT_INPUT',
  textarea: 'MULTILINE_INPUT',
  phone: 'PHONE_INPUT',
  radio: 'RADIO_INPUT',
  select: 'SELECT_INPUT',
  checkbox: 'CHECKBOX_INPUT',
  multiselect: 'CHECKBOX_INPUT',
};

function typeFrom(
  { type, options }: Field,
  say: (why: string) => void,
): Pick<QuestionIn, 'type' | 'options'> {
  // A box to tick is a choice of one.
  if (type === 'boolean') return { type: 'CHECKBOX_INPUT', options: ['Yes'] };
  const found = types[String(type)];
  const choices = Array.isArray(options) ? options.map(choiceFrom).filter(Boolean) : [];
  const isChoice = found !== undefined && /RADIO|SELECT|CHECKBOX/.test(found);
  if (isChoice && choices.length > 0) return { type: found, options: choices };
  if (!found || isChoice) say('It is asked as text, which takes any answer.');
  return { type: !found || isChoice ? 'TEXT_INPUT' : found };
}

const choiceFrom = (option: unknown): string =>
  typeof option === 'object' && option !== null
    ? String((option as Field)['label'] ?? (option as Field)['value'] ?? '')
    : String(option);

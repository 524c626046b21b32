import { interpolate } from '@daybook/booking/locale';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { SortHandle, useSortable, type Sortable } from '../kit/sortable.tsx';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { updateAt, removeAt, type Draft, type Question } from './rules.ts';
import { AddButton, Section } from './section.tsx';

const { pages } = words;
const nameFormats = ['FULL_NAME', 'FIRST_AND_LAST_NAME'] as const;
const questionTypes = Object.keys(pages.questionTypes) as Question['type'][];
const withChoices: readonly Question['type'][] = ['RADIO_INPUT', 'SELECT_INPUT', 'CHECKBOX_INPUT'];

/** What invitees are asked beside their address. */
export function QuestionsSection() {
  const { draft, set } = useDraft();
  const { inviteeQuestions: questions } = draft;
  const added: Question = {
    question: '',
    type: 'TEXT_INPUT',
    isRequired: false,
    isActive: true,
    options: null,
  };
  const sort = useSortable({
    items: questions.map(({ question }, index) => ({
      id: String(index),
      name: question || interpolate(pages.question, { n: index + 1 }),
    })),
    onMove: (from, to) => set('inviteeQuestions', moveTo(questions, from, to)),
  });
  return (
    <Section name="questions">
      <div className="line">
        <SelectField
          label={pages.nameFormat}
          name="inviteeNameFormat"
          value={draft.inviteeNameFormat}
          onChange={(format) => set('inviteeNameFormat', format as Draft['inviteeNameFormat'])}
          choices={nameFormats.map((format) => ({ value: format, label: pages.nameFormats[format] }))}
        />
        <Checkbox
          label={pages.askPhone}
          isOn={draft.inviteePhoneNumber}
          onChange={(isOn) => set('inviteePhoneNumber', isOn)}
        />
      </div>
      <div className="col gap3" ref={sort.setList}>
        {questions.map((question, index) => (
          <QuestionFields key={question.id ?? `new-${index}`} question={question} index={index} sort={sort} />
        ))}
      </div>
      {sort.status}
      <AddButton label={pages.addQuestion} onClick={() => set('inviteeQuestions', [...questions, added])} />
    </Section>
  );
}

interface QuestionFieldsProps {
  readonly question: Question;
  readonly index: number;
  readonly sort: Sortable;
}

function QuestionFields({ question, index, sort }: QuestionFieldsProps) {
  const { draft, set } = useDraft();
  const { inviteeQuestions: questions } = draft;
  const n = index + 1;
  const change = (more: Partial<Question>): void => set('inviteeQuestions', updateAt(questions, index, more));
  const hasChoices = withChoices.includes(question.type);
  return (
    <div
      className="box col gap3"
      role="group"
      aria-label={interpolate(pages.question, { n })}
      {...sort.getItem(index, true)}
    >
      <div className="line">
        <TextField
          label={pages.questionText}
          name={`inviteeQuestions.${index}.question`}
          maxLength={500}
          value={question.question}
          onChange={(text) => change({ question: text })}
        />
        <SelectField
          label={pages.questionType}
          name={`inviteeQuestions.${index}.type`}
          value={question.type}
          onChange={(type) =>
            change({
              type: type as Question['type'],
              options: withChoices.includes(type as Question['type']) ? (question.options ?? []) : null,
            })
          }
          choices={questionTypes.map((type) => ({ value: type, label: pages.questionTypes[type] }))}
        />
      </div>
      {hasChoices && (
        <TextField
          label={pages.options}
          name={`inviteeQuestions.${index}.options`}
          rows={3}
          value={(question.options ?? []).join('\n')}
          onChange={(text) => change({ options: text === '' ? [] : text.split('\n') })}
        />
      )}
      <div className="row wrap">
        <Checkbox
          label={pages.isRequired}
          isOn={question.isRequired}
          onChange={(isRequired) => change({ isRequired })}
        />
        <Checkbox
          label={pages.isAsked}
          isOn={question.isActive}
          onChange={(isActive) => change({ isActive })}
        />
        <span className="grow" />
        <SortHandle sort={sort} index={index} />
        <Button
          label={interpolate(pages.removeQuestion, { n })}
          icon="close"
          kind="quiet"
          isSmall
          isSquare
          onClick={() => set('inviteeQuestions', removeAt(questions, index))}
        />
      </div>
    </div>
  );
}

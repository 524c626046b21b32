import { listVariables, workflowLanguages } from '@daybook/contract/workflows.data';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { Segmented } from '../kit/choice.tsx';
import { SelectField, Switch, TextField } from '../kit/field.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { setStepText, type Language, type StepOf, type Trigger } from './rules.ts';

type MailStep = StepOf<'mail'>;

interface MailEditorProps {
  readonly path: string;
  readonly step: MailStep;
  readonly trigger: Trigger;
  readonly onChange: (step: MailStep) => void;
}

const recipients = ['person', 'hosts', 'address'] as const;

export function MailEditor({ path, step, trigger, onChange }: MailEditorProps) {
  const [language, setLanguage] = useState<Language>('en');
  return (
    <>
      <div className="two">
        <SelectField
          label={words.workflows.to}
          name={`${path}.to`}
          value={step.to}
          choices={recipients.map((value) => ({ value, label: words.workflows.recipients[value] }))}
          onChange={(to) => onChange({ ...step, to: to as MailStep['to'], address: null })}
        />
        {step.to === 'address' && (
          <TextField
            label={words.workflows.address}
            name={`${path}.address`}
            type="email"
            value={step.address ?? ''}
            onChange={(address) => onChange({ ...step, address: address || null })}
          />
        )}
        <SelectField
          label={words.workflows.text}
          name={`${path}.template`}
          value={step.template ?? ''}
          choices={templatesOf(trigger).map((value) => ({
            value,
            label: words.workflows.templates[value || 'own'],
          }))}
          onChange={(template) => onChange(withTemplate(step, template))}
        />
      </div>
      {step.template === null && (
        <OwnText
          path={path}
          step={step}
          trigger={trigger}
          language={language}
          onLanguage={setLanguage}
          onChange={onChange}
        />
      )}
      <Switch
        label={words.workflows.isTransactional}
        isOn={step.isTransactional}
        onChange={(isTransactional) => onChange({ ...step, isTransactional })}
      />
      <p className="help">{words.workflows.transactionalHint}</p>
      <Preview step={step} trigger={trigger} language={language} />
    </>
  );
}

function templatesOf({ on }: Trigger): readonly ('' | 'reminder' | 'follow_up')[] {
  return on === 'form_submitted' || on === 'record_changed' ? [''] : ['', 'reminder', 'follow_up'];
}

function withTemplate(step: MailStep, template: string): MailStep {
  if (!template) return { ...step, template: null, texts: { en: { subject: '', body: '' } } };
  return { ...step, template: template as NonNullable<MailStep['template']>, texts: null };
}

interface OwnTextProps extends MailEditorProps {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}

function OwnText({ path, step, trigger, language, onLanguage, onChange }: OwnTextProps) {
  const text = step.texts?.[language];
  const set = (change: { readonly subject?: string; readonly body?: string }): void =>
    onChange({ ...step, texts: setStepText(step.texts, language, change) });
  return (
    <>
      <Segmented
        label={words.workflows.language}
        choices={workflowLanguages.map((value) => ({ value, label: words.workflows.languages[value] }))}
        value={language}
        onChange={onLanguage}
      />
      <TextField
        label={words.workflows.subject}
        name={`${path}.texts.${language}.subject`}
        value={text?.subject ?? ''}
        maxLength={200}
        onChange={(subject) => set({ subject })}
      />
      <TextField
        label={words.workflows.body}
        name={`${path}.texts.${language}.body`}
        rows={6}
        value={text?.body ?? ''}
        maxLength={5000}
        onChange={(body) => set({ body })}
      />
      <p className="help">
        {words.workflows.variables}{' '}
        {[...listVariables(trigger.on), 'record.…'].map((name) => (
          <code key={name}>{`{{${name}}} `}</code>
        ))}
      </p>
    </>
  );
}

interface PreviewProps extends Pick<MailEditorProps, 'step' | 'trigger'> {
  readonly language: Language;
}

/** The message with example values, as the server writes it. */
function Preview({ step, trigger, language }: PreviewProps) {
  const preview = useChange('previewWorkflowMail');
  const [isOpen, setIsOpen] = useState(false);
  const { template, texts, isTransactional } = step;
  const open = (): void =>
    preview.mutate(
      { body: { trigger, language, template, texts, isTransactional } },
      { onSuccess: () => setIsOpen(true) },
    );
  return (
    <>
      <div className="row">
        <button type="button" className="btn" disabled={preview.isPending} onClick={open}>
          {words.workflows.preview}
        </button>
        {preview.error && (
          <span className="wrong" role="alert">
            {words.workflows.previewFailed}
          </span>
        )}
      </div>
      {isOpen && preview.data && (
        <Dialog title={preview.data.subject} onClose={() => setIsOpen(false)}>
          <pre className="lines" dir="auto">
            {preview.data.text}
          </pre>
        </Dialog>
      )}
    </>
  );
}

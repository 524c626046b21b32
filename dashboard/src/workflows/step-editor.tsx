import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { MailEditor } from './mail-editor.tsx';
import { TaskFields } from './task-fields.tsx';
import type { DraftStep, StepOf, Trigger } from './rules.ts';

interface StepEditorProps {
  readonly index: number;
  readonly draft: DraftStep;
  readonly trigger: Trigger;
  readonly onChange: (draft: DraftStep) => void;
}

export function StepEditor({ index, draft, trigger, onChange }: StepEditorProps) {
  const n = index + 1;
  return (
    <fieldset className="col gap3 grow" aria-label={interpolate(words.workflows.step, { n })}>
      <b>{words.workflows.kinds[draft.step.kind]}</b>
      <Fields path={`steps.${index}`} draft={draft} trigger={trigger} onChange={onChange} />
    </fieldset>
  );
}

interface FieldsProps extends Omit<StepEditorProps, 'index'> {
  readonly path: string;
}

function Fields({ path, draft, trigger, onChange }: FieldsProps) {
  const { step } = draft;
  switch (step.kind) {
    case 'mail':
      return (
        <MailEditor
          path={path}
          step={step}
          trigger={trigger}
          onChange={(changed) => onChange({ ...draft, step: changed })}
        />
      );
    case 'http':
      return <RequestFields path={path} draft={draft} step={step} onChange={onChange} />;
    case 'webhook':
      return <p className="help">{words.workflows.webhookHint}</p>;
    case 'record':
      return (
        <TextField
          label={words.workflows.values}
          name={`${path}.values`}
          rows={3}
          value={draft.values}
          help={words.workflows.valuesHint}
          onChange={(values) => onChange({ ...draft, values })}
        />
      );
    case 'task':
      return (
        <TaskFields path={path} step={step} onChange={(changed) => onChange({ ...draft, step: changed })} />
      );
    case 'call':
      return <Agents path={path} step={step} onChange={(changed) => onChange({ ...draft, step: changed })} />;
  }
}

interface RequestFieldsProps {
  readonly path: string;
  readonly draft: DraftStep;
  readonly step: StepOf<'http'>;
  readonly onChange: (draft: DraftStep) => void;
}

function RequestFields({ path, draft, step, onChange }: RequestFieldsProps) {
  const names = step.headerNames.join(', ');
  return (
    <>
      <TextField
        label={words.workflows.url}
        name={`${path}.url`}
        type="url"
        value={step.url}
        placeholder="https://"
        onChange={(url) => onChange({ ...draft, step: { ...step, url } })}
      />
      <SelectField
        label={words.workflows.format}
        name={`${path}.format`}
        value={step.format ?? 'json'}
        choices={(['json', 'form'] as const).map((value) => ({
          value,
          label: words.workflows.formats[value],
        }))}
        onChange={(format) =>
          onChange({ ...draft, step: { ...step, format: format === 'form' ? 'form' : 'json' } })
        }
      />
      <TextField
        label={words.workflows.requestBody}
        name={`${path}.body`}
        rows={4}
        value={step.body ?? ''}
        help={step.format === 'form' ? words.workflows.formBodyHint : words.workflows.requestBodyHint}
        onChange={(body) => onChange({ ...draft, step: { ...step, body: body || null } })}
      />
      <TextField
        label={words.workflows.headers}
        name={`${path}.headers`}
        rows={2}
        value={draft.headers}
        help={names ? interpolate(words.workflows.headersKept, { names }) : words.workflows.headersHint}
        onChange={(headers) => onChange({ ...draft, headers })}
      />
    </>
  );
}

interface AgentsProps {
  readonly path: string;
  readonly step: StepOf<'call'>;
  readonly onChange: (step: StepOf<'call'>) => void;
}

function Agents({ path, step, onChange }: AgentsProps) {
  const { data } = useQuery(buildQuery('listAgents', { query: { count: 100 } }));
  return (
    <SelectField
      label={words.workflows.agent}
      name={`${path}.agent`}
      value={step.agent}
      choices={[
        { value: '', label: words.forms.choose },
        ...(data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      onChange={(agent) => onChange({ ...step, agent })}
    />
  );
}

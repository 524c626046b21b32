import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { moveTo } from '../kit/sortable.rules.ts';
import { useSortable } from '../kit/sortable.tsx';
import { ItemTools } from '../forms/item-tools.tsx';
import { replaceAt, removeAt } from '../forms/rules.ts';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Form, Switch, TextField } from '../kit/field.tsx';
import { useUnsaved } from '../kit/unsaved.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ConditionEditor } from './condition-editor.tsx';
import {
  toBody,
  toDraft,
  isSameDraft,
  createCondition,
  createStep,
  type Draft,
  type Step,
  type Workflow,
} from './rules.ts';
import { StepEditor } from './step-editor.tsx';
import { TriggerFields } from './trigger-fields.tsx';

interface WorkflowEditorProps {
  readonly workflow: Workflow;
  /** Shown outside: after a save, the editor begins anew. */
  readonly onSecret: (secret: string) => void;
}

/** Everything is edited as a draft, and sent at once. */
export function WorkflowEditor({ workflow, onSecret }: WorkflowEditorProps) {
  const saved = toDraft(workflow);
  const [draft, setDraft] = useState(saved);
  const update = useEdit('changeWorkflow', {
    shown: workflow,
    read: () => api.readWorkflow({ params: { uuid: workflow.uuid } }),
    done: words.shell.saved,
    onTheirs: (theirs) => setDraft(toDraft(theirs)),
  });
  const isChanged = !isSameDraft(draft, saved);
  const question = useUnsaved(isChanged);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const send = (): void =>
    update.mutate(
      { params: { uuid: workflow.uuid }, body: toBody(draft) },
      {
        onSuccess({ resource, signingSecret }) {
          setDraft(toDraft(resource));
          if (signingSecret) onSecret(signingSecret);
        },
      },
    );
  return (
    <div className="body">
      <div className="builder">
        <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
          <section className="card pad" aria-labelledby="basics">
            <h2 id="basics">{words.workflows.basics}</h2>
            <TextField
              label={words.workflows.name}
              name="name"
              value={draft.name}
              maxLength={200}
              onChange={(name) => change({ name })}
            />
            <Switch
              label={words.workflows.isActive}
              isOn={draft.isActive}
              onChange={(isActive) => change({ isActive })}
            />
          </section>
          <section className="card pad" aria-labelledby="when">
            <h2 id="when">{words.workflows.when}</h2>
            <TriggerFields
              trigger={draft.trigger}
              mayFollowPages={workflow.standard === 'reminders'}
              onChange={(trigger) => change({ trigger })}
            />
          </section>
          <Conditions draft={draft} onChange={change} />
          <Steps draft={draft} onChange={change} />
          <div className="row end save">
            <span className="grow muted" role="status">
              {isChanged && words.forms.unsaved}
            </span>
            <button type="button" className="btn" disabled={!isChanged} onClick={() => setDraft(saved)}>
              {words.forms.discard}
            </button>
            <button type="submit" className="btn main" disabled={!isChanged || update.isPending}>
              {words.shell.save}
            </button>
          </div>
        </Form>
        {workflow.standard === null && <Remove uuid={workflow.uuid} />}
        {question}
      </div>
    </div>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function Conditions({ draft, onChange }: PartProps) {
  const { conditions } = draft;
  const [made, setMade] = useState(0);
  const set = (changed: Draft['conditions']): void => onChange({ conditions: changed });
  const sort = useSortable({
    items: conditions.map(({ key }, index) => ({ id: key, name: String(index + 1) })),
    onMove: (from, to) => set(moveTo(conditions, from, to)),
  });
  const add = (): void => {
    setMade(made + 1);
    const about = draft.trigger.on === 'record_changed' ? 'record' : 'answer';
    set([...conditions, { key: `new-${made}`, item: createCondition(about) }]);
  };
  return (
    <section className="card pad" aria-labelledby="if">
      <h2 id="if">{words.workflows.if}</h2>
      <p className="help">{words.workflows.ifHint}</p>
      <ol className="items" ref={sort.setList}>
        {conditions.map(({ key, item }, index) => (
          <li key={key} {...sort.getItem(index, true)}>
            <ItemTools
              index={index}
              sort={sort}
              removeLabel={interpolate(words.workflows.removeCondition, { n: index + 1 })}
              onRemove={() => set(removeAt(conditions, index))}
            />
            <ConditionEditor
              index={index}
              condition={item}
              trigger={draft.trigger}
              onChange={(changed) => set(replaceAt(conditions, index, { key, item: changed }))}
            />
          </li>
        ))}
      </ol>
      {sort.status}
      <button type="button" className="btn self-start" onClick={add}>
        {words.workflows.addCondition}
      </button>
    </section>
  );
}

const kinds: readonly Step['kind'][] = ['mail', 'http', 'webhook', 'record', 'task', 'call'];

function Steps({ draft, onChange }: PartProps) {
  const { steps } = draft;
  const [made, setMade] = useState(0);
  const set = (changed: Draft['steps']): void => onChange({ steps: changed });
  const sort = useSortable({
    items: steps.map(({ key }, index) => ({ id: key, name: String(index + 1) })),
    onMove: (from, to) => set(moveTo(steps, from, to)),
  });
  const add = (kind: Step['kind']): void => {
    setMade(made + 1);
    set([...steps, { key: `new-${made}`, item: createStep(kind, String(made)) }]);
  };
  return (
    <section className="card pad" aria-labelledby="then">
      <h2 id="then">{words.workflows.thenDo}</h2>
      <ol className="items" ref={sort.setList}>
        {steps.map(({ key, item }, index) => (
          <li key={key} {...sort.getItem(index, true)}>
            <ItemTools
              index={index}
              sort={sort}
              removeLabel={interpolate(words.workflows.removeStep, { n: index + 1 })}
              onRemove={() => set(removeAt(steps, index))}
            />
            <StepEditor
              index={index}
              draft={item}
              trigger={draft.trigger}
              onChange={(changed) => set(replaceAt(steps, index, { key, item: changed }))}
            />
          </li>
        ))}
      </ol>
      {sort.status}
      <div className="row wrap" role="group" aria-label={words.workflows.addStep}>
        {kinds.map((kind) => (
          <button key={kind} type="button" className="btn" onClick={() => add(kind)}>
            {words.workflows.add[kind]}
          </button>
        ))}
      </div>
    </section>
  );
}

function Remove({ uuid }: { readonly uuid: string }) {
  const navigate = useNavigate();
  return (
    <div>
      <DeleteButton
        operation="deleteWorkflow"
        input={{ params: { uuid } }}
        label={words.workflows.remove}
        title={words.workflows.removeTitle}
        hint={words.workflows.removeHint}
        done={words.workflows.wasRemoved}
        onDeleted={() => void navigate({ to: '/workflows' })}
      />
    </div>
  );
}

import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Form, Switch, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useUnsaved } from '../kit/unsaved.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ActionFields } from './action-fields.tsx';
import { FieldEditor } from './field-editor.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { useSortable } from '../kit/sortable.tsx';
import { ItemTools } from './item-tools.tsx';
import { RouteEditor } from './route-editor.tsx';
import {
  toBody,
  toDraft,
  isSameDraft,
  isUsed,
  createField,
  createRoute,
  replaceAt,
  removeAt,
  type Draft,
  type RoutingForm,
} from './rules.ts';

export function FormBuilder() {
  const { uuid } = useParams({ from: '/forms/$uuid/' });
  const { data: form } = useSuspenseQuery(buildQuery('readRoutingForm', { params: { uuid } }));
  return (
    <ResetOnVersion version={form.updatedAt}>
      <Builder key={uuid} form={form} />
    </ResetOnVersion>
  );
}

/** Everything is edited as a draft, and sent at once. */
function Builder({ form }: { readonly form: RoutingForm }) {
  const saved = toDraft(form);
  const [draft, setDraft] = useState(saved);
  const update = useEdit('updateRoutingForm', {
    shown: form,
    read: () => api.readRoutingForm({ params: { uuid: form.uuid } }),
    done: words.shell.saved,
    onTheirs: (theirs) => setDraft(toDraft(theirs)),
  });
  const isChanged = !isSameDraft(draft, saved);
  const question = useUnsaved(isChanged);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  return (
    <div className="body">
      <div className="builder">
        <Form
          errors={getFieldErrors(update.error)}
          edit={update.edit}
          onSubmit={() => update.mutate({ params: { uuid: form.uuid }, body: toBody(draft) })}
        >
          <Basics draft={draft} onChange={change} />
          <Questions draft={draft} onChange={change} />
          <Rules draft={draft} onChange={change} />
          <section className="card pad" aria-labelledby="otherwise">
            <h2 id="otherwise">{words.forms.otherwise}</h2>
            <ActionFields
              label={words.forms.otherwiseLead}
              path="fallback"
              action={draft.fallback}
              onChange={(fallback) => change({ fallback })}
            />
          </section>
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
        <Remove uuid={form.uuid} />
        {question}
      </div>
    </div>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function Basics({ draft, onChange }: PartProps) {
  return (
    <section className="card pad" aria-labelledby="basics">
      <h2 id="basics">{words.forms.basics}</h2>
      <div className="two">
        <TextField
          label={words.forms.name}
          name="name"
          value={draft.name}
          maxLength={200}
          help={words.forms.nameHint}
          onChange={(name) => onChange({ name })}
        />
        <TextField
          label={words.forms.slug}
          name="slug"
          value={draft.slug}
          maxLength={60}
          onChange={(slug) => onChange({ slug })}
        />
      </div>
      <TextField
        label={words.forms.headline}
        name="headline"
        value={draft.headline}
        maxLength={500}
        onChange={(headline) => onChange({ headline })}
      />
      <Switch
        label={words.forms.isActive}
        isOn={draft.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
    </section>
  );
}

function Questions({ draft, onChange }: PartProps) {
  const { fields } = draft;
  const set = (changed: Draft['fields']): void => onChange({ fields: changed });
  const sort = useSortable({
    items: fields.map(({ inputId, question }, index) => ({
      id: inputId,
      name: question || String(index + 1),
    })),
    onMove: (from, to) => set(moveTo(fields, from, to)),
  });
  return (
    <section className="card pad" aria-labelledby="questions">
      <h2 id="questions">{words.forms.questions}</h2>
      <ol className="items" ref={sort.setList}>
        {fields.map((field, index) => (
          <li key={field.inputId} {...sort.getItem(index, true)}>
            <ItemTools
              index={index}
              sort={sort}
              removeLabel={interpolate(words.forms.removeQuestion, { n: index + 1 })}
              onRemove={() => {
                set(removeAt(fields, index));
                if (isUsed(draft, field.inputId)) showToast(words.forms.questionUsed, { isError: true });
              }}
            />
            <FieldEditor
              index={index}
              field={field}
              onChange={(changed) => set(replaceAt(fields, index, changed))}
            />
          </li>
        ))}
      </ol>
      {sort.status}
      <button type="button" className="btn self-start" onClick={() => set([...fields, createField(fields)])}>
        {words.forms.addQuestion}
      </button>
    </section>
  );
}

function Rules({ draft, onChange }: PartProps) {
  const { routes } = draft;
  const [made, setMade] = useState(0);
  const set = (changed: Draft['routes']): void => onChange({ routes: changed });
  const sort = useSortable({
    items: routes.map(({ id }, index) => ({ id, name: String(index + 1) })),
    onMove: (from, to) => set(moveTo(routes, from, to)),
  });
  const add = (): void => {
    setMade(made + 1);
    set([...routes, createRoute(draft, `new-${made}`)]);
  };
  return (
    <section className="card pad" aria-labelledby="rules">
      <h2 id="rules">{words.forms.rules}</h2>
      <p className="help">{words.forms.rulesHint}</p>
      <ol className="items" ref={sort.setList}>
        {routes.map((route, index) => (
          <li key={route.id} {...sort.getItem(index, true)}>
            <ItemTools
              index={index}
              sort={sort}
              removeLabel={interpolate(words.forms.removeRule, { n: index + 1 })}
              onRemove={() => set(removeAt(routes, index))}
            />
            <RouteEditor
              index={index}
              route={route}
              fields={draft.fields}
              onChange={(changed) => set(replaceAt(routes, index, changed))}
            />
          </li>
        ))}
      </ol>
      {sort.status}
      <button type="button" className="btn self-start" onClick={add}>
        {words.forms.addRule}
      </button>
    </section>
  );
}

function Remove({ uuid }: { readonly uuid: string }) {
  const navigate = useNavigate();
  return (
    <div>
      <DeleteButton
        operation="deleteRoutingForm"
        input={{ params: { uuid } }}
        label={words.forms.remove}
        title={words.forms.removeTitle}
        hint={words.forms.removeHint}
        done={words.forms.wasRemoved}
        onDeleted={() => void navigate({ to: '/forms' })}
      />
    </div>
  );
}

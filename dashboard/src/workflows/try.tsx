import { useState } from 'react';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { Workflow } from './rules.ts';

/** What the workflow would do for an event or a record. Nothing is sent. */
export function TryWorkflow({ workflow }: { readonly workflow: Workflow }) {
  const attempt = useChange('tryWorkflow');
  const [id, setId] = useState('');
  const { on } = workflow.trigger;
  const field = on === 'record_changed' ? 'recordId' : 'eventUuid';
  const send = (): void =>
    attempt.mutate({ params: { uuid: workflow.uuid }, body: { ...(id.trim() && { [field]: id.trim() }) } });
  return (
    <div className="body">
      <div className="col gap4 narrow">
        <p className="muted">{words.workflows.tryHint}</p>
        <section className="card pad" aria-label={words.workflows.try}>
          <Form errors={getFieldErrors(attempt.error)} onSubmit={send}>
            {on !== 'form_submitted' && (
              <TextField
                label={on === 'record_changed' ? words.workflows.recordId : words.workflows.eventId}
                name={field}
                value={id}
                help={words.workflows.latest}
                onChange={setId}
              />
            )}
            <div className="row end">
              <button type="submit" className="btn main" disabled={attempt.isPending}>
                {words.workflows.tryNow}
              </button>
            </div>
          </Form>
        </section>
        <div role="status">
          {attempt.data && (
            <section className="card pad" aria-label={words.workflows.result}>
              <p>
                <b>{attempt.data.wouldRun ? words.workflows.wouldRun : words.workflows.wouldNotRun}</b>{' '}
                {attempt.data.reason}
              </p>
              <ol className="items">
                {attempt.data.steps.map((step, index) => (
                  <li key={index} className="col gap1">
                    <span className={step.isPossible ? '' : 'wrong'}>{step.detail}</span>
                    {step.subject && <b>{step.subject}</b>}
                    {step.text && (
                      <pre className="lines" dir="auto">
                        {step.text}
                      </pre>
                    )}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

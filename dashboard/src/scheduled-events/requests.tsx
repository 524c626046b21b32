import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { formatError } from '../platform/error-text.ts';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

const { hosting } = words;

type Request = Result<'listBookingRequests'>['items'][number];

/** Requests that wait for an answer, above the events that they may become. */
export function Requests({ requests }: { readonly requests: readonly Request[] }) {
  return (
    <section className="card" aria-labelledby="requests-name">
      <header>
        <h2 id="requests-name">{hosting.requests}</h2>
      </header>
      <ul className="rows">
        {requests.map((request) => (
          <RequestLine key={request.uuid} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestLine({ request }: { readonly request: Request }) {
  const { uuid, fullName: name, email, title, startTime, expiresAt, questions } = request;
  const [isDeclining, setIsDeclining] = useState(false);
  const confirm = useChange('confirmBookingRequest', hosting.wasConfirmed);
  return (
    <li className="wrap">
      <div className="grow">
        <p>
          <b>{formatMoment(startTime)}</b> {title}
        </p>
        <p className="muted">
          {name} ({email})
          {questions.map(({ question, answer, file }) => (
            <span key={question}>
              {` ${question} `}
              {file ? (
                <a className="link" href={file} download={answer}>
                  {answer}
                </a>
              ) : (
                answer
              )}
            </span>
          ))}
        </p>
        <p className="muted small">{interpolate(hosting.answerBy, { when: formatMoment(expiresAt) })}</p>
        {confirm.error && (
          <p className="wrong" role="alert">
            {formatError(confirm.error)}
          </p>
        )}
      </div>
      <Button
        label={hosting.confirm}
        kind="main"
        isSmall
        isBusy={confirm.isPending}
        onClick={() => confirm.mutate({ params: { uuid } })}
      >
        <span className="hidden">{name}</span>
      </Button>
      <Button label={hosting.decline} isSmall onClick={() => setIsDeclining(true)}>
        <span className="hidden">{name}</span>
      </Button>
      {isDeclining && <DeclineDialog request={request} onClose={() => setIsDeclining(false)} />}
    </li>
  );
}

interface DeclineProps {
  readonly request: Request;
  readonly onClose: () => void;
}

function DeclineDialog({ request: { uuid, fullName: name }, onClose }: DeclineProps) {
  const decline = useChange('declineBookingRequest', hosting.wasDeclined);
  const send = (values: FormData): void =>
    decline.mutate(
      { params: { uuid }, body: { reason: String(values.get('reason') ?? '').trim() || null } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={hosting.declineTitle} onClose={onClose}>
      <p className="muted">{interpolate(hosting.declineHint, { name })}</p>
      <Form errors={getFieldErrors(decline.error)} onSubmit={send}>
        <TextField label={words.events.reason} name="reason" rows={3} maxLength={512} autoFocus />
        <DialogActions onClose={onClose}>
          <Button label={hosting.decline} kind="danger" isSubmit isBusy={decline.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

import { interpolate, pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { Problem } from '../kit/states.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { ownZone, formatZone, formatMoment } from '../platform/time.ts';
import { AreaBar, PendingPage } from '../shell/pending-page.tsx';
import { words } from '../platform/words/words.ts';
import { StatusTag } from './status-tag.tsx';
import { groupNamesByAnswer } from './answers.ts';
import { PickDialog } from './pick-dialog.tsx';

const text = words.polls;

type Poll = Result<'readPoll'>;
type Time = Poll['times'][number];

/** What those who voted said to each time, and the way to book one. */
export function PollPage() {
  const { uuid } = useParams({ from: '/polls/$uuid' });
  const { data, error, refetch } = useQuery(buildQuery('readPoll', { params: { uuid } }));
  if (error && !data) {
    return (
      <>
        <AreaBar />
        <Problem error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!data) return <PendingPage />;
  return <Tally poll={data} />;
}

function Tally({ poll }: { readonly poll: Poll }) {
  const [picked, setPicked] = useState<Time>();
  const { status, obstacle, voters, deadline, startTime, eventUuid } = poll;
  return (
    <>
      <header className="bar">
        <Link to="/polls" className="btn quiet small square" aria-label={text.title}>
          <Icon name="left" />
        </Link>
        <Heading text={poll.title} />
        <StatusTag poll={poll} />
        <span className="grow" />
        {status === 'open' && !obstacle && <CopyButton text={poll.url} label={text.copy} icon="link" />}
        <Endings poll={poll} />
      </header>
      <div className="body col gap3">
        {obstacle && <p className="note warn">{text.obstacles[obstacle]}</p>}
        {poll.description && <p dir="auto">{poll.description}</p>}
        <p className="help">
          {[
            pluralize(start.words, text.voters, voters),
            deadline && interpolate(text.until, { when: formatMoment(deadline) }),
            formatZone(ownZone),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {startTime && eventUuid && (
          <p>
            {interpolate(text.picked, { when: formatMoment(startTime) })}{' '}
            <Link to="/events/$uuid" params={{ uuid: eventUuid }}>
              {text.seeEvent}
            </Link>
          </p>
        )}
        <section className="card" aria-label={text.times}>
          <ul className="rows">
            {poll.times.map((time) => (
              <TimeRow key={time.startTime} poll={poll} time={time} onPick={() => setPicked(time)} />
            ))}
          </ul>
        </section>
      </div>
      {picked && <PickDialog poll={poll} time={picked} onClose={() => setPicked(undefined)} />}
    </>
  );
}

interface TimeRowProps {
  readonly poll: Poll;
  readonly time: Time;
  readonly onPick: () => void;
}

function TimeRow({ poll, time, onPick }: TimeRowProps) {
  const { startTime, yes, ifNeeded, no, isFree } = time;
  const when = formatMoment(startTime);
  const said = groupNamesByAnswer(poll, startTime);
  return (
    <li className="wrap">
      <div className="grow">
        <p>
          <b>{when}</b>
        </p>
        <p>{interpolate(text.counts, { yes, ifNeeded, no })}</p>
        {(['yes', 'if_needed', 'no'] as const).map(
          (answer) =>
            said[answer].length > 0 && (
              <p key={answer} className="muted small">
                {text.answers[answer]}: {said[answer].join(', ')}
              </p>
            ),
        )}
      </div>
      {poll.status === 'open' && !isFree && (
        <span className="tag" data-color="gray">
          {text.notFree}
        </span>
      )}
      {startTime === poll.startTime && (
        <span className="tag" data-color="success">
          {text.statuses.finalised}
        </span>
      )}
      {poll.status === 'open' && isFree && (
        <Button label={text.pick} isSmall onClick={onPick}>
          <span className="hidden">{when}</span>
        </Button>
      )}
    </li>
  );
}

/** Cancelled, those who voted are told; deleted, nobody is. */
function Endings({ poll: { uuid, status, title } }: { readonly poll: Poll }) {
  const navigate = useNavigate();
  const cancel = useChange('cancelPoll', text.wasCancelled);
  const [isCancelling, setIsCancelling] = useState(false);
  const close = (): void => setIsCancelling(false);
  return (
    <>
      {status === 'open' && <Button label={text.cancel} isSmall onClick={() => setIsCancelling(true)} />}
      <DeleteButton
        operation="deletePoll"
        input={{ params: { uuid } }}
        label={text.remove}
        title={interpolate(text.removeTitle, { title })}
        hint={text.removeHint}
        done={text.wasDeleted}
        icon="trash"
        kind="quiet"
        isSmall
        onDeleted={() => void navigate({ to: '/polls' })}
      />
      {isCancelling && (
        <ConfirmDialog
          title={interpolate(text.cancelTitle, { title })}
          action={text.cancel}
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate({ params: { uuid } }, { onSuccess: close })}
          onClose={close}
        >
          {text.cancelHint}
        </ConfirmDialog>
      )}
    </>
  );
}

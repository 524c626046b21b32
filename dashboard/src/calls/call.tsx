import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Moment } from '../kit/moment.tsx';
import { Panel } from '../kit/panel.tsx';
import { Steps } from '../kit/steps.tsx';
import { useChange } from '../platform/query.ts';
import { formatZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { LiveState, buildLiveCallQuery } from './live-state.tsx';
import {
  formatSeconds,
  parseScheduledTime,
  isPlayable,
  canCancel,
  statusColors,
  type Call,
} from './rules.ts';
import { CallTranscript } from './transcript.tsx';

const from = '/calls/$agentUuid/$id';

/** One call: who was called, every attempt, and what was said. */
export function CallPanel() {
  const { agentUuid, id } = useParams({ from });
  return <Opened key={id} agentUuid={agentUuid} id={id} />;
}

interface OpenedProps {
  readonly agentUuid: string;
  readonly id: string;
}

function Opened({ agentUuid, id }: OpenedProps) {
  const { data: call } = useSuspenseQuery(buildLiveCallQuery(agentUuid, id));
  useEffect(() => () => document.getElementById(`call-${id}`)?.focus(), [id]);
  return (
    <Panel title={call.fullName} closeTo="/calls" isWide actions={<Steps />}>
      <p className="row small muted">
        <span className="tag" data-color={statusColors[call.status]}>
          <i />
          {words.calls.statuses[call.status]}
        </span>
        <span className="grow" />
        <span className="mono cut">{call.id}</span>
        <CopyButton text={call.id} label={words.calls.copyId} isSquare />
      </p>
      <LiveState call={call} />
      <Facts call={call} />
      <Actions call={call} />
      <Attempts call={call} />
      <CallTranscript call={call} />
    </Panel>
  );
}

function Facts({ call }: { readonly call: Call }) {
  const { callLog } = call;
  return (
    <dl className="facts">
      <Fact label={words.calls.phone}>
        <a className="link" href={`tel:${call.phoneNumber}`} dir="ltr">
          {call.phoneNumber}
        </a>
      </Fact>
      <Fact label={words.calls.email}>
        <a className="link" href={`mailto:${call.email}`}>
          {call.email}
        </a>
      </Fact>
      {call.scheduledTime && (
        <Fact label={words.calls.scheduled}>
          <Moment at={parseScheduledTime(call.scheduledTime)} />
        </Fact>
      )}
      {call.timeZone && <Fact label={words.calls.zone}>{formatZone(call.timeZone)}</Fact>}
      {callLog && <Fact label={words.calls.duration}>{formatSeconds(callLog.durationSeconds)}</Fact>}
      {callLog?.eventUuid && (
        <Fact label={words.calls.booked}>
          <Link className="link" to="/events/$uuid" params={{ uuid: callLog.eventUuid }}>
            {words.calls.openEvent}
          </Link>
        </Fact>
      )}
      {callLog?.recordingUrl && !isPlayable(callLog.recordingUrl, location.origin) && (
        <Fact label={words.calls.recording}>
          <a className="link" href={callLog.recordingUrl} target="_blank" rel="noreferrer">
            {words.calls.listen}
          </a>
        </Fact>
      )}
      {call.additionalData && (
        <Fact label={words.calls.data}>
          <span className="lines">{call.additionalData}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Actions({ call }: { readonly call: Call }) {
  const cancel = useChange('cancelOutboundCall', words.calls.wasCancelled);
  const refuse = useChange('addDoNotCall', words.calls.wasListed);
  const isOver = !['pending', 'in_progress'].includes(call.status);
  return (
    <div className="row wrap">
      {isOver && (
        <Link className="btn" to="/calls/new" search={{ like: `${call.agentId}/${call.id}` }}>
          <Icon name="again" />
          {words.calls.again}
        </Link>
      )}
      {canCancel(call) && (
        <button
          type="button"
          className="btn bad"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ params: { agentUuid: call.agentId, id: call.id } })}
        >
          {words.calls.cancel}
        </button>
      )}
      <button
        type="button"
        className="btn bad"
        disabled={refuse.isPending || refuse.isSuccess}
        onClick={() => refuse.mutate({ body: { phoneNumber: call.phoneNumber } })}
      >
        {words.calls.neverAgain}
      </button>
    </div>
  );
}

function Attempts({ call: { retryLogs } }: { readonly call: Call }) {
  if (retryLogs.length === 0) return null;
  return (
    <section className="col gap1" aria-labelledby="attempts">
      <h3 id="attempts">{words.calls.attempts}</h3>
      <ol className="attempts">
        {retryLogs.toReversed().map(({ attempt, startedAt, endedAt, outcome, error }) => {
          const text = outcome
            ? words.calls.outcomes[outcome]
            : endedAt === null
              ? words.calls.underWay
              : words.calls.notPlaced;
          return (
            <li key={attempt}>
              <span className="face" data-color={outcome === 'answered' ? 'green' : 'gray'}>
                <span className="hidden">{interpolate(words.calls.attempt, { n: attempt })}</span>
                <span aria-hidden="true">{attempt}</span>
              </span>
              <span className="grow">
                <b>{text}</b>
                {error && <span className="muted small"> {error}</span>}
                <br />
                <span className="faint small">
                  <Moment at={startedAt} />
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

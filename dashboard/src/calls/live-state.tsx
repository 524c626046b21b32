import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { buildQuery } from '../platform/query.ts';
import { formatMoment, getNow } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatSeconds, parseScheduledTime, getCallResult, getStage, type Call } from './rules.ts';

/** The stream of changes says when an attempt begins and ends; what is between is asked for. */
const everyMs = 2000;

/** A call, read again until it is over. */
export function buildLiveCallQuery(agentUuid: string, id: string) {
  return {
    ...buildQuery('readOutboundCall', { params: { agentUuid, id } }),
    refetchInterval: ({ state }: { state: { data: Call | undefined } }) =>
      state.data && getStage(state.data) === 'over' ? false : everyMs,
  } as const;
}

/** Where a call stands, said again whenever it has changed. */
export function LiveState({ call }: { readonly call: Call }) {
  const stage = getStage(call);
  const color = { waiting: 'info', calling: 'info', between: 'warn', over: colorOf(call) }[stage];
  return (
    <p className={`note ${color}`}>
      <span role="status">
        {stage === 'waiting' ? <Waiting call={call} /> : textOf(call)}
        {call.error && ` ${call.error}`}
      </span>
      {stage === 'calling' && <Elapsed since={call.retryLogs.at(-1)?.startedAt} />}
    </p>
  );
}

function colorOf(call: Call): string {
  if (getCallResult(call) === 'booked') return 'good';
  return call.status === 'failed' ? 'bad' : 'info';
}

function textOf(call: Call): string {
  const { live, outcomes, notPlaced, results } = words.calls;
  const { attempt: n, outcome } = call.retryLogs.at(-1) ?? { attempt: 1, outcome: null };
  switch (getStage(call)) {
    case 'between':
      return interpolate(live.between, { n, outcome: outcome ? outcomes[outcome] : notPlaced });
    case 'over':
      return interpolate(live.over, { result: results[getCallResult(call)] });
    default:
      return interpolate(live.calling, { n });
  }
}

/** What a call in the queue waits for. */
function Waiting({ call: { agentId, scheduledTime } }: { readonly call: Call }) {
  const { data: agent } = useQuery(buildQuery('readAgent', { params: { uuid: agentId } }));
  const planned = scheduledTime && parseScheduledTime(scheduledTime);
  const { waits, statuses } = words.calls;
  if (planned && Date.parse(planned) > getNow()) {
    return interpolate(waits.planned, { time: formatMoment(planned) });
  }
  if (!agent) return statuses.pending;
  return agent.callingHours ? waits.hours : waits.soon;
}

/** Counts the seconds for those who see it; users who hear the page would hear nothing else. */
function Elapsed({ since }: { readonly since: string | undefined }) {
  const [time, setTime] = useState(getNow);
  useEffect(() => {
    const timer = setInterval(() => setTime(getNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (since === undefined) return null;
  const seconds = Math.max(0, Math.floor((time - Date.parse(since)) / 1000));
  return (
    <span className="mono" aria-hidden="true">
      {' '}
      {formatSeconds(seconds)}
    </span>
  );
}

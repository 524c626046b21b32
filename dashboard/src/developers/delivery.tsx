import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CodeView } from '../kit/code-view.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Moment } from '../kit/moment.tsx';
import { Panel } from '../kit/panel.tsx';
import { Steps } from '../kit/steps.tsx';
import { useShortcut } from '../platform/commands.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatTime, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatAttemptAnswer, formatCurl, type Attempt } from './rules.ts';

const parts = ['body', 'headers', 'answer'] as const;

/** Every attempt of a delivery, and what was sent and answered. */
export function DeliveryPanel() {
  const { uuid, id } = useParams({ from: '/developers/webhooks/$uuid/deliveries/$id' });
  return <Opened key={id} uuid={uuid} id={id} />;
}

interface DeliveryProps {
  readonly uuid: string;
  readonly id: string;
}

function Opened({ uuid, id }: DeliveryProps) {
  const { data } = useSuspenseQuery({
    ...buildQuery('readDelivery', { params: { uuid, id } }),
    refetchInterval: 4000,
  });
  const retry = useChange('retryDelivery', words.webhooks.wasSentAgain);
  const again = (): void => {
    if (!retry.isPending) retry.mutate({ params: { uuid, id } });
  };
  useShortcut('r', words.webhooks.sendAgain, again);
  useEffect(() => () => document.getElementById(`delivery-${id}`)?.focus(), [id]);
  const attempts = data.attempts.toReversed();
  return (
    <Panel
      title={data.event}
      closeTo={`/developers/webhooks/${uuid}/deliveries`}
      isWide
      actions={
        <>
          <button type="button" className="btn small" disabled={retry.isPending} onClick={again}>
            <Icon name="again" />
            {words.webhooks.sendAgain}
            <kbd aria-hidden="true">R</kbd>
          </button>
          <Steps />
        </>
      }
    >
      <p className="row small muted">
        <span className="mono cut">{data.messageId}</span>
        <CopyButton text={data.messageId} label={words.webhooks.copyId} isSquare />
        <span className="grow" />
        {data.nextAttemptAt &&
          interpolate(words.webhooks.nextAttempt, { time: formatTime(toWallTime(data.nextAttemptAt).clock) })}
      </p>
      <Attempts attempts={attempts} />
      <Contents uuid={uuid} messageId={data.messageId} payload={data.payload} last={attempts[0]} />
    </Panel>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const longest = Math.max(...attempts.map(({ totalMs }) => totalMs), 1);
  return (
    <ol className="attempts">
      {attempts.map((attempt) => {
        const isGood = attempt.statusCode !== null && attempt.statusCode < 300;
        const share = (ms: number | null): string => `${((ms ?? 0) / longest) * 100}%`;
        return (
          <li key={attempt.attempt}>
            <span className="face" data-color={isGood ? 'green' : 'red'}>
              <span className="hidden">{interpolate(words.webhooks.attempt, { n: attempt.attempt })}</span>
              <span aria-hidden="true">{attempt.attempt}</span>
            </span>
            <span className="grow">
              <b>{formatAttemptAnswer(attempt)}</b>{' '}
              <span className="muted small">
                {interpolate(words.webhooks.milliseconds, { n: attempt.totalMs })}
              </span>
              <br />
              <span className="faint small">
                <Moment at={attempt.startedAt} />
              </span>
            </span>
            <span
              className="waterfall"
              role="img"
              aria-label={interpolate(words.webhooks.connected, {
                connect: attempt.connectMs ?? 0,
                total: attempt.totalMs,
              })}
            >
              <i style={{ inlineSize: share(attempt.connectMs) }} />
              <i className="wait" style={{ inlineSize: share(attempt.totalMs - (attempt.connectMs ?? 0)) }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface ContentsProps {
  readonly uuid: string;
  readonly messageId: string;
  readonly payload: object;
  readonly last: Attempt | undefined;
}

function Contents({ uuid, messageId, payload, last }: ContentsProps) {
  const [part, setPart] = useState<(typeof parts)[number]>('body');
  const { data: webhook } = useSuspenseQuery(buildQuery('readWebhook', { params: { uuid } }));
  const shown = {
    body: payload,
    headers: headersText(messageId, last, webhook.headerNames),
    answer: last?.response || words.webhooks.noAnswer,
  }[part];
  return (
    <div className="col gap3">
      <div className="row wrap">
        <div className="seg" role="group" aria-label={words.webhooks.parts}>
          {parts.map((each) => (
            <button key={each} type="button" aria-pressed={each === part} onClick={() => setPart(each)}>
              {words.webhooks[each]}
            </button>
          ))}
        </div>
        <span className="grow" />
        <CopyButton text={JSON.stringify(payload, null, 2)} label={words.webhooks.copyBody} />
        <CopyButton
          text={formatCurl(webhook.callbackUrl, messageId, payload)}
          label={words.webhooks.copyCurl}
        />
      </div>
      <CodeView label={words.webhooks[part]} value={shown} />
    </div>
  );
}

/** The headers of every attempt; the signature is made when it is sent, and is not stored. */
function headersText(messageId: string, last: Attempt | undefined, names: readonly string[]): string {
  const hidden = `(${words.webhooks.notShown})`;
  const seconds = last ? Math.floor(Date.parse(last.startedAt) / 1000) : hidden;
  return [
    'content-type: application/json',
    'user-agent: Daybook-Webhooks/1',
    `webhook-id: ${messageId}`,
    `webhook-timestamp: ${seconds}`,
    `webhook-signature: v1,${hidden}`,
    ...names.map((name) => `${name.toLowerCase()}: ${hidden}`),
  ].join('\n');
}

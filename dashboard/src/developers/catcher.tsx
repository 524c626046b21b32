import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { CodeView } from '../kit/code-view.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { Panel } from '../kit/panel.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { recallCatcher, rememberCatcher } from './remember-catcher.ts';
import { parseRequestBody, type CaughtRequest } from './rules.ts';
import type { CatcherSearch } from './search.ts';
import { Section } from './section.tsx';

const everyMs = 2000;

/** An address for trying webhooks, and what arrives at it. */
export function Catcher() {
  const { catcher } = useSearch({ from: '/developers/catcher' });
  const set = useAddress<CatcherSearch>();
  const create = useChange('createWebhookCatcher');
  const kept = recallCatcher();
  const made = kept?.id === catcher ? kept : undefined;
  const make = (): void =>
    create.mutate(
      {},
      {
        onSuccess: (created) => {
          rememberCatcher(created);
          set({ catcher: created.id, request: undefined });
        },
      },
    );
  // A user who was in another section finds the catcher again.
  if (!catcher && kept && !create.isPending) {
    return <Navigate to="/developers/catcher" search={{ catcher: kept.id }} replace />;
  }
  return (
    <Section
      actions={
        catcher && (
          <button type="button" className="btn" disabled={create.isPending} onClick={make}>
            {words.catcher.another}
          </button>
        )
      }
    >
      {catcher ? (
        <>
          {made && <Address url={made.url} expiresAt={made.expiresAt} />}
          <Requests catcher={catcher} />
        </>
      ) : (
        <Empty icon="developers" title={words.catcher.none} hint={words.catcher.noneHint}>
          <button type="button" className="btn main" disabled={create.isPending} onClick={make}>
            {words.catcher.make}
          </button>
        </Empty>
      )}
    </Section>
  );
}

function Address({ url, expiresAt }: { readonly url: string; readonly expiresAt: string }) {
  return (
    <div className="tools">
      <output className="mono cut" aria-label={words.catcher.address}>
        {url}
      </output>
      <CopyButton text={url} label={words.catcher.copy} />
      <span className="muted small">
        {words.catcher.until} <Moment at={expiresAt} />. {words.catcher.hint}
      </span>
    </div>
  );
}

function Requests({ catcher }: { readonly catcher: string }) {
  const { request } = useSearch({ from: '/developers/catcher' });
  const list = usePages(
    'listCaughtRequests',
    { params: { id: catcher }, query: { count: 100 } },
    { everyMs },
  );
  const open = list.items?.find(({ id }) => id === request);
  return (
    <ListView
      label={words.catcher.requests}
      list={list}
      empty={<Empty icon="developers" title={words.catcher.waiting} hint={words.catcher.waitingHint} />}
      panel={open && <Request key={open.id} request={open} catcher={catcher} />}
      isLive
    >
      {(items) => (
        <table className="table">
          <thead>
            <tr>
              <th>{words.webhooks.event}</th>
              <th>{words.developers.at}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <th scope="row" className="mono">
                  <Link
                    className="whole"
                    to="/developers/catcher"
                    search={{ catcher, request: item.id }}
                    activeProps={{}}
                    aria-current={item.id === request ? 'true' : undefined}
                  >
                    {eventOf(item)}
                  </Link>
                </th>
                <td className="muted">
                  <Moment at={item.receivedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListView>
  );
}

function eventOf({ body }: CaughtRequest): string {
  const value = parseRequestBody(body);
  const event = typeof value === 'object' && value !== null && 'event' in value ? value.event : undefined;
  return typeof event === 'string' ? event : words.catcher.request;
}

interface RequestProps {
  readonly request: CaughtRequest;
  readonly catcher: string;
}

function Request({ request, catcher }: RequestProps) {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Panel title={eventOf(request)} closeTo="/developers/catcher" closeSearch={{ catcher }} isWide>
      {request.isTruncated && <p className="note warn">{words.catcher.truncated}</p>}
      <h3>{words.webhooks.headers}</h3>
      <CodeView label={words.webhooks.headers} value={headers.join('\n')} />
      <h3>{words.webhooks.body}</h3>
      <CodeView label={words.webhooks.body} value={parseRequestBody(request.body)} />
      <p>
        <CopyButton text={request.body} label={words.webhooks.copyBody} />
      </p>
    </Panel>
  );
}

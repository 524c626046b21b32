import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { formatScopes } from '../developers/scope-text.ts';
import { Button } from '../kit/button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Face } from '../kit/face.tsx';
import { Switch } from '../kit/field.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { useCanManage } from '../shell/session.ts';
import { inSession, Page, Section } from './parts.tsx';
import { getPath } from './rules.ts';

const { connected, approval } = words.apps;

type Connection = Result<'listConnectedApps'>['items'][number];
type Approval = Result<'listAppApprovals'>['items'][number];

/** Apps that act for the reader, for admins also those of everyone, and which of them are approved. */
export function ConnectedApps() {
  const { scope } = useSearch({ from: '/settings/connected-apps' });
  const mayManage = useCanManage();
  const list = usePages('listConnectedApps', { query: { ...(scope && { scope }), count: 50 } });
  return (
    <Page title={words.settings.pages.connectedApps} action={<EveryoneFilter {...(scope && { scope })} />}>
      <p className="help">{connected.hint}</p>
      <ListCard
        label={words.settings.pages.connectedApps}
        list={list}
        empty={<Empty icon="link" title={connected.none} hint={connected.noneHint} />}
      >
        {(items) => (
          <ul className="rows">
            {items.map((item) => (
              <Row key={item.uuid} item={item} isOfEveryone={scope === 'all'} />
            ))}
          </ul>
        )}
      </ListCard>
      {mayManage && <Approvals />}
    </Page>
  );
}

function Row({ item, isOfEveryone }: { readonly item: Connection; readonly isOfEveryone: boolean }) {
  const { app, userEmail, lastUsedAt, expiresAt } = item;
  const facts = [
    isOfEveryone && interpolate(connected.actsFor, { email: userEmail }),
    lastUsedAt ? interpolate(connected.lastUsed, { time: formatMoment(lastUsedAt) }) : connected.neverUsed,
    expiresAt && interpolate(connected.ends, { time: formatMoment(expiresAt) }),
  ];
  return (
    <li>
      {app.logoUrl ? <img className="face" src={getPath(app.logoUrl)} alt="" /> : <Face name={app.name} />}
      <span className="grow">
        <b>{app.name}</b>{' '}
        {item.isPaused && (
          <span className="tag" data-color="orange">
            {connected.paused}
          </span>
        )}
        <span className="help">{formatScopes(item.scopes)}</span>
        <span className="help">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <DeleteButton
        operation="disconnectApp"
        input={{ params: { uuid: item.uuid } }}
        label={connected.disconnect}
        of={app.name}
        title={interpolate(connected.disconnectTitle, { name: app.name })}
        hint={connected.disconnectHint}
        done={connected.wasDisconnected}
        kind="quiet bad"
        isSmall
      />
    </li>
  );
}

function Approvals() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const list = usePages('listAppApprovals', { query: { count: 50 } });
  const update = useChange('updateOrganization', words.shell.saved, [...inSession, 'Apps']);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={approval.title} hint={approval.hint}>
      <Switch
        label={approval.allowAny}
        isOn={
          update.isPending
            ? update.variables.body.allowUnapprovedApps === true
            : organization.allowUnapprovedApps
        }
        onChange={(allowUnapprovedApps) => update.mutate({ body: { allowUnapprovedApps } })}
      />
      {items.length > 0 && (
        <ul className="rows">
          {items.map((item) => (
            <ApprovalRow key={item.uuid} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ApprovalRow({
  item: { uuid, name, clientId, isApproved, requestedBy },
}: {
  readonly item: Approval;
}) {
  const approve = useChange('approveApp', approval.wasApproved);
  const state = isApproved
    ? approval.approved
    : interpolate(approval.requestedBy, { email: requestedBy ?? '–' });
  return (
    <li>
      <span className="grow cut">
        <b>{name}</b>
        <span className="help cut">{state}</span>
      </span>
      {!isApproved && (
        <Button
          label={approval.approve}
          isSmall
          isBusy={approve.isPending}
          onClick={() => approve.mutate({ body: { clientId } })}
        >
          <span className="hidden"> {name}</span>
        </Button>
      )}
      <DeleteButton
        operation="deleteAppApproval"
        input={{ params: { uuid } }}
        label={isApproved ? approval.withdraw : approval.reject}
        of={name}
        title={interpolate(approval.withdrawTitle, { name })}
        hint={approval.withdrawHint}
        done={approval.wasWithdrawn}
        kind="quiet bad"
        isSmall
      />
    </li>
  );
}

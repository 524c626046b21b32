import { interpolate, pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretDialog } from '../developers/secret-dialog.tsx';
import { Button } from '../kit/button.tsx';
import { RadioGroup } from '../kit/choice.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { ListItems } from '../kit/list-page.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { buildQuery, getFieldErrors, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { inSession, Page, Section } from './parts.tsx';

const text = words.settings.provisioning;

type Token = Result<'listScimTokens'>['items'][number];
type Group = Result<'listScimGroups'>['items'][number];

/** How a directory creates, changes and removes users: its tokens, and what its groups give. */
export function Provisioning() {
  const mayManage = useCanManage();
  return (
    <Page title={words.settings.pages.provisioning}>
      {mayManage ? (
        <>
          <Address />
          <Tokens />
          <Groups />
          <Departures />
        </>
      ) : (
        <p className="note info">{words.settings.refusals.adminsOnly}</p>
      )}
    </Page>
  );
}

function Address() {
  const url = `${location.origin}/scim/v2`;
  return (
    <Section title={text.connect} hint={text.connectHint}>
      <div className="row wrap">
        <output className="input mono grow roomy">{url}</output>
        <CopyButton text={url} label={text.copyUrl} />
      </div>
    </Section>
  );
}

function Tokens() {
  const { role } = useSession();
  const list = usePages('listScimTokens', { query: { count: 50 } });
  const [isNew, setIsNew] = useState(false);
  const create = (
    <Button
      label={text.createToken}
      icon="plus"
      whyNot={role === 'owner' ? undefined : text.ownersOnly}
      onClick={() => setIsNew(true)}
    />
  );
  return (
    <Section title={text.tokens} hint={text.tokensHint} action={create} isList>
      <ListItems list={list} empty={<Empty icon="link" title={text.noTokens} hint={text.noTokensHint} />}>
        {(tokens) => (
          <ul className="rows">
            {tokens.map((token) => (
              <TokenRow key={token.uuid} token={token} />
            ))}
          </ul>
        )}
      </ListItems>
      {isNew && <NewToken onClose={() => setIsNew(false)} />}
    </Section>
  );
}

function TokenRow({ token: { uuid, name, prefix, createdBy, lastUsedAt } }: { readonly token: Token }) {
  const used = lastUsedAt ? interpolate(text.lastUsed, { time: formatMoment(lastUsedAt) }) : text.neverUsed;
  return (
    <li>
      <span className="grow">
        <b>{name}</b>
        <span className="help">
          {used} · <bdi>{prefix}…</bdi>
          {createdBy && (
            <>
              {' '}
              · <bdi>{interpolate(text.createdBy, { email: createdBy })}</bdi>
            </>
          )}
        </span>
      </span>
      <DeleteButton
        operation="revokeScimToken"
        input={{ params: { uuid } }}
        label={text.revoke}
        of={name}
        title={interpolate(text.revokeTitle, { name })}
        hint={text.revokeHint}
        done={text.wasRevoked}
        kind="quiet bad"
        isSmall
      />
    </li>
  );
}

function NewToken({ onClose }: { readonly onClose: () => void }) {
  const create = useChange('createScimToken');
  if (create.data) {
    const { resource, token } = create.data;
    return (
      <SecretDialog
        title={interpolate(text.secret, { name: resource.name })}
        secret={token}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={text.createToken} onClose={onClose}>
      <Form
        errors={getFieldErrors(create.error)}
        onSubmit={(values) => create.mutate({ body: { name: String(values.get('name') ?? '').trim() } })}
      >
        <TextField label={text.name} name="name" maxLength={100} help={text.nameHint} />
        <DialogActions onClose={onClose}>
          <Button label={text.make} kind="main" isSubmit isBusy={create.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function Groups() {
  const list = usePages('listScimGroups', { query: { count: 50 } });
  const teams = useQuery(buildQuery('listTeams', { query: { count: 100 } })).data?.items ?? [];
  return (
    <Section title={text.groups} hint={text.groupsHint} isList>
      <ListItems list={list} empty={<Empty icon="guests" title={text.noGroups} hint={text.noGroupsHint} />}>
        {(groups) => (
          <ul className="rows">
            {groups.map((group) => (
              <GroupRow key={group.uuid} group={group} teams={teams} />
            ))}
          </ul>
        )}
      </ListItems>
    </Section>
  );
}

interface GroupRowProps {
  readonly group: Group;
  readonly teams: Result<'listTeams'>['items'];
}

function GroupRow({ group: { uuid, name, memberCount, team, role }, teams }: GroupRowProps) {
  const update = useChange('updateScimGroup', words.shell.saved, ['Users', 'Teams']);
  const params = { uuid };
  // The list may be longer than what was read of it.
  const teamChoices = team && !teams.some((one) => one.uuid === team.uuid) ? [team, ...teams] : teams;
  return (
    <li className="wrap">
      <span className="grow roomy">
        <b>{name}</b>
        <span className="help">{pluralize(start.words, text.members, memberCount)}</span>
      </span>
      <span className="row">
        <select
          className="input fit"
          aria-label={interpolate(text.teamOf, { name })}
          value={team?.uuid ?? ''}
          disabled={update.isPending}
          onChange={({ target }) => update.mutate({ params, body: { teamUuid: target.value || null } })}
        >
          <option value="">{text.noTeam}</option>
          {teamChoices.map((one) => (
            <option key={one.uuid} value={one.uuid}>
              {one.title}
            </option>
          ))}
        </select>
        <select
          className="input fit"
          aria-label={interpolate(text.roleOf, { name })}
          value={role ?? ''}
          disabled={update.isPending}
          onChange={({ target }) =>
            update.mutate({ params, body: { role: (target.value || null) as Group['role'] } })
          }
        >
          <option value="">{text.noRole}</option>
          <option value="admin">{words.shell.roles.admin}</option>
          <option value="user">{words.shell.roles.user}</option>
        </select>
      </span>
    </li>
  );
}

const choices = ['keep', 'handover', 'cancel'] as const;

function Departures() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const update = useChange('updateOrganization', words.shell.saved, inSession);
  const chosen = update.isPending ? update.variables.body.departingBookings : undefined;
  return (
    <Section title={text.departures} hint={text.departuresHint}>
      <RadioGroup
        label={text.bookings}
        name="departingBookings"
        value={chosen ?? organization.departingBookings}
        onChange={(departingBookings) => update.mutate({ body: { departingBookings } })}
        choices={choices.map((value) => ({
          value,
          label: text.choices[value].label,
          help: text.choices[value].hint,
        }))}
      />
    </Section>
  );
}

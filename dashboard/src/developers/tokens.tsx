import { interpolate } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { PickAll, PickCell, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { api, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { Token } from './rules.ts';
import { formatScopes } from './scope-text.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { Section } from './section.tsx';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { useCanManage } from '../shell/session.ts';

/** The API tokens of the reader, for admins also those of everyone. */
export function Tokens() {
  const { scope } = useSearch({ from: '/developers/tokens' });
  const isNew = useMatch({ from: '/developers/tokens/new', shouldThrow: false }) !== undefined;
  const mayManage = useCanManage();
  const list = usePages('listTokens', { query: { ...(scope && { scope }), count: 50 } });
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  return (
    <Section
      actions={
        <Link className="btn main" to="/developers/tokens/new" search>
          <Icon name="plus" />
          {words.tokens.create}
        </Link>
      }
    >
      <ListView
        label={words.developers.tokens}
        tools={mayManage && <EveryoneFilter {...(scope && { scope })} />}
        bulk={
          selection.isActive && (
            <BulkActions
              selection={selection}
              items={items}
              id={({ uuid }) => uuid}
              name={({ name }) => name}
              tags={['Tokens']}
              actions={[
                {
                  id: 'revoke',
                  label: words.bulk.revoke,
                  icon: 'trash',
                  isDanger: true,
                  done: words.bulk.wereDeleted,
                  send: ({ uuid }) => api.revokeToken({ params: { uuid } }),
                  confirm: { title: words.bulk.removeTitle, hint: words.bulk.removeHints.tokens },
                },
              ]}
            />
          )
        }
        list={list}
        empty={
          <Empty icon="link" title={words.tokens.none} hint={words.tokens.noneHint}>
            <Link className="btn main" to="/developers/tokens/new" search>
              {words.tokens.create}
            </Link>
          </Empty>
        }
        count={words.tokens.count}
        panel={<Outlet />}
        hasPanel={isNew}
      >
        {(tokens) => <Table tokens={tokens} isOfEveryone={scope === 'all'} selection={selection} />}
      </ListView>
    </Section>
  );
}

interface TableProps {
  readonly tokens: readonly Token[];
  readonly isOfEveryone: boolean;
  readonly selection: ListSelection;
}

function Table({ tokens, isOfEveryone, selection }: TableProps) {
  const [rotated, setRotated] = useState<Token>();
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <PickAll selection={selection} />
            <th>{words.tokens.name}</th>
            <th className="wide">{words.tokens.prefix}</th>
            <th>{words.tokens.may}</th>
            {isOfEveryone && <th className="wide">{words.tokens.owner}</th>}
            <th className="wide">{words.tokens.lastUsed}</th>
            <th className="wide">{words.tokens.expires}</th>
            <th>
              <span className="hidden">{words.lists.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.uuid}>
              <PickCell id={token.uuid} name={token.name} selection={selection} />
              <th scope="row">
                {token.name}
                {token.createdBy !== null && token.createdBy !== token.userEmail && (
                  <span className="help">
                    {interpolate(words.tokens.createdBy, { email: token.createdBy })}
                  </span>
                )}
              </th>
              <td className="wide mono muted">{token.prefix}…</td>
              <td className="text">{formatScopes(token.scopes)}</td>
              {isOfEveryone && <td className="wide">{token.userEmail}</td>}
              <td className="wide muted">
                {token.lastUsedAt ? <Moment at={token.lastUsedAt} /> : words.tokens.never}
              </td>
              <td className="wide muted">
                {token.expiresAt ? <Moment at={token.expiresAt} /> : words.tokens.never}
              </td>
              <td className="acts">
                <button type="button" className="btn quiet small" onClick={() => setRotated(token)}>
                  {words.tokens.rotate}
                  <span className="hidden"> {token.name}</span>
                </button>
                <DeleteButton
                  operation="revokeToken"
                  input={{ params: { uuid: token.uuid } }}
                  label={words.tokens.revoke}
                  of={token.name}
                  title={interpolate(words.tokens.revokeTitle, { name: token.name })}
                  hint={words.tokens.revokeHint}
                  done={words.tokens.wasRevoked}
                  kind="quiet bad"
                  isSmall
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rotated && <Rotate token={rotated} onClose={() => setRotated(undefined)} />}
    </>
  );
}

interface RotateProps {
  readonly token: Token;
  readonly onClose: () => void;
}

function Rotate({ token: { uuid, name }, onClose }: RotateProps) {
  const rotate = useChange('rotateToken');
  if (rotate.data) {
    return (
      <SecretDialog
        title={interpolate(words.tokens.secret, { name })}
        secret={rotate.data.token}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={interpolate(words.tokens.rotateTitle, { name })}
      action={words.tokens.rotate}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { uuid } })}
      onClose={onClose}
    >
      {words.tokens.rotateHint}
    </ConfirmDialog>
  );
}

import { interpolate, pluralize } from '@daybook/booking/locale';
import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Moment } from '../kit/moment.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import type { EveryoneSearch, Token } from './rules.ts';
import { formatScopes } from './scope-text.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { Section } from './section.tsx';

/** The API tokens of the reader, for admins also those of everyone. */
export function Tokens() {
  const { scope } = useSearch({ from: '/developers/tokens' });
  const isNew = useMatch({ from: '/developers/tokens/new', shouldThrow: false }) !== undefined;
  const set = useAddress<EveryoneSearch>();
  const mayManage = useCanManage();
  return (
    <Section
      actions={
        <>
          {mayManage && (
            <Switch
              label={words.developers.ofEveryone}
              isOn={scope === 'all'}
              onChange={(isOn) => set({ scope: isOn ? 'all' : undefined })}
            />
          )}
          <Link className="btn main" to="/developers/tokens/new" search>
            <Icon name="plus" />
            {words.tokens.create}
          </Link>
        </>
      }
    >
      <div className={`split${isNew ? ' has-panel' : ''}`}>
        <section className="list" aria-label={words.developers.tokens}>
          <Rows {...(scope && { scope })} />
        </section>
        <Outlet />
      </div>
    </Section>
  );
}

type OpenDialog = { readonly act: 'rotate' | 'revoke'; readonly token: Token };

function Rows({ scope }: EveryoneSearch) {
  const list = usePages('listTokens', { query: { ...(scope && { scope }), count: 50 } });
  const [open, setOpen] = useState<OpenDialog>();
  if (list.error && !list.items) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.items) return <Skeleton />;
  if (list.items.length === 0) return <Empty title={words.tokens.none} hint={words.tokens.noneHint} />;
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th>{words.tokens.name}</th>
            <th className="wide">{words.tokens.prefix}</th>
            <th>{words.tokens.may}</th>
            {scope && <th className="wide">{words.tokens.owner}</th>}
            <th className="wide">{words.tokens.lastUsed}</th>
            <th className="wide">{words.tokens.expires}</th>
            <th>
              <span className="hidden">{words.lists.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((token) => (
            <tr key={token.uuid}>
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
              {scope && <td className="wide">{token.userEmail}</td>}
              <td className="wide muted">
                {token.lastUsedAt ? <Moment at={token.lastUsedAt} /> : words.tokens.never}
              </td>
              <td className="wide muted">
                {token.expiresAt ? <Moment at={token.expiresAt} /> : words.tokens.never}
              </td>
              <td className="acts">
                <button
                  type="button"
                  className="btn quiet small"
                  onClick={() => setOpen({ act: 'rotate', token })}
                >
                  {words.tokens.rotate}
                  <span className="hidden"> {token.name}</span>
                </button>
                <button
                  type="button"
                  className="btn quiet small bad"
                  onClick={() => setOpen({ act: 'revoke', token })}
                >
                  {words.tokens.revoke}
                  <span className="hidden"> {token.name}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListFoot text={pluralize(start.words, words.tokens.count, list.total)} list={list} />
      {open?.act === 'rotate' && <Rotate token={open.token} onClose={() => setOpen(undefined)} />}
      {open?.act === 'revoke' && <Revoke token={open.token} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface ActProps {
  readonly token: Token;
  readonly onClose: () => void;
}

function Rotate({ token: { uuid, name }, onClose }: ActProps) {
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

function Revoke({ token: { uuid, name }, onClose }: ActProps) {
  const revoke = useChange('revokeToken', words.tokens.wasRevoked);
  return (
    <ConfirmDialog
      title={interpolate(words.tokens.revokeTitle, { name })}
      action={words.tokens.revoke}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { uuid } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {words.tokens.revokeHint}
    </ConfirmDialog>
  );
}

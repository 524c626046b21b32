import { useEffect } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { useAddress } from '../platform/address.ts';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { Moment } from '../kit/moment.tsx';
import { words } from '../platform/words/words.ts';
import { formatAction, formatActor } from './audit-text.ts';
import { listChangedFields, type AuditEntry } from './rules.ts';
import type { AuditSearch } from './search.ts';

/** One entry with every value that it recorded. */
export function AuditEntryPanel({ entry }: { readonly entry: AuditEntry }) {
  const set = useAddress<AuditSearch>();
  const title = formatAction(entry.action);
  const fields = listChangedFields(entry);
  useEffect(() => () => document.getElementById(`entry-${entry.id}`)?.focus(), [entry.id]);
  return (
    <aside className="panel wide-panel" aria-label={title}>
      <header className="bar">
        <Heading text={title} level={2} />
        <span className="grow" />
        <button
          type="button"
          className="btn quiet small square"
          aria-label={words.shell.close}
          onClick={() => set({ entry: undefined })}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="panel-body col gap4">
        <dl className="facts">
          <dt>{words.audit.who}</dt>
          <dd>
            {formatActor(entry)} <span className="muted small">{words.audit.kinds[entry.actor.kind]}</span>
          </dd>
          <dt>{words.developers.at}</dt>
          <dd>
            <Moment at={entry.createdAt} />
          </dd>
          <dt>{words.audit.object}</dt>
          <dd>
            <span className="mono">{entry.object.id}</span>
            <CopyButton text={entry.object.id} label={words.audit.copyId} isSquare />
          </dd>
          {entry.actor.address && (
            <>
              <dt>{words.audit.address}</dt>
              <dd className="mono">{entry.actor.address}</dd>
            </>
          )}
        </dl>
        {fields.length === 0 ? (
          <p className="muted">{words.audit.noValues}</p>
        ) : (
          <table className="table diff">
            <thead>
              <tr>
                <th>{words.audit.field}</th>
                <th>{words.audit.before}</th>
                <th>{words.audit.after}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row" className="mono">
                    {name}
                  </th>
                  <td className="mono">{valueText(before)}</td>
                  <td className="mono">{valueText(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </aside>
  );
}

function valueText(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { buildHref } from '@daybook/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { buildDateFields } from '../kit/date-filters.ts';
import { isFiltered } from '../kit/filters.rules.ts';
import { Filters } from '../kit/filters.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { usePages } from '../platform/pages.ts';
import { startAfterDate, startOfDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { AuditEntryPanel } from './audit-entry.tsx';
import { formatAction, formatActor } from './audit-text.ts';
import { buildAuditQuery, type AuditEntry } from './rules.ts';
import { changes, type AuditSearch } from './search.ts';
import { AdminSection } from './section.tsx';

const transient = ['entry'];
const quiet = ['who'];

/** Who changed what, the latest first, and the values of the entry that is open. */
export function AuditLog() {
  const search = useSearch({ from: '/developers/audit-log' });
  const query = buildAuditQuery(search, { startOfDate, startAfterDate });
  return (
    <AdminSection
      actions={
        <>
          <a className="btn" href={buildHref('exportAuditLog', { query })} download>
            <Icon name="download" />
            {words.developers.exportCsv}
          </a>
          <a className="btn" href={buildHref('exportAuditLogAsJson', { query })} download>
            {words.developers.exportJson}
          </a>
        </>
      }
    >
      <Entries search={search} query={query} />
    </AdminSection>
  );
}

interface EntriesProps {
  readonly search: AuditSearch;
  readonly query: ReturnType<typeof buildAuditQuery>;
}

function Entries({ search, query }: EntriesProps) {
  const list = usePages('listAuditLog', { query });
  const open = list.items?.find(({ id }) => id === search.entry);
  return (
    <ListView
      label={words.audit.list}
      views={<SavedViews list="audit_log" search={search} transient={transient} quiet={quiet} />}
      tools={<Tools search={search} />}
      list={list}
      empty={<NoEntries search={search} />}
      skeletonRows={10}
      panel={open && <AuditEntryPanel key={open.id} entry={open} />}
    >
      {(entries) => <Table entries={entries} search={search} />}
    </ListView>
  );
}

function NoEntries({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate();
  if (isFiltered({ ...search }, ['entry', 'saved'])) {
    return <NoMatch onClear={() => void navigate({ to: '/developers/audit-log', search: {} })} />;
  }
  return <Empty icon="lines" title={words.audit.none} hint={words.audit.noneHint} />;
}

function Tools({ search }: { readonly search: AuditSearch }) {
  const set = useAddress<AuditSearch>();
  const isOfObject = search.what !== undefined && !search.what.includes('.');
  return (
    <>
      <SearchBox
        label={words.audit.actorHint}
        value={search.who ?? ''}
        onChange={(who) => set({ who, entry: undefined })}
      />
      <Filters
        search={search}
        resets={transient}
        fields={[
          {
            id: 'what',
            label: words.audit.what,
            icon: 'lines',
            kind: 'pick',
            choices: Object.entries({ ...words.audit.objects, ...words.audit.deeds }).map(
              ([value, label]) => ({ value, label }),
            ),
          },
          ...(isOfObject
            ? [
                {
                  id: 'change',
                  label: words.audit.action,
                  icon: 'pencil' as const,
                  kind: 'choice' as const,
                  choices: changes.map((value) => ({ value, label: words.audit.actions[value] })),
                },
              ]
            : []),
          ...buildDateFields(),
        ]}
      />
    </>
  );
}

interface TableProps {
  readonly entries: readonly AuditEntry[];
  readonly search: AuditSearch;
}

function Table({ entries, search }: TableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{words.audit.what}</th>
          <th>{words.audit.who}</th>
          <th className="wide">{words.audit.address}</th>
          <th>{words.developers.at}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <Link
                className="whole"
                id={`entry-${entry.id}`}
                to="/developers/audit-log"
                search={{ ...search, entry: entry.id }}
                activeProps={{}}
                aria-current={entry.id === search.entry ? 'true' : undefined}
              >
                {formatAction(entry.action)}
              </Link>
            </th>
            <td className="cut">{formatActor(entry)}</td>
            <td className="wide mono muted">{entry.actor.address}</td>
            <td className="muted">
              <Moment at={entry.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

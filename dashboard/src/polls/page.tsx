import { pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { BulkActions } from '../kit/bulk-actions.tsx';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Filters } from '../kit/filters.tsx';
import { ListPage } from '../kit/list-page.tsx';
import { PickBox, useListSelection, type ListSelection } from '../kit/list-selection.tsx';
import { NoMatch } from '../kit/no-match.tsx';
import { Empty } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { api } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { EveryoneFilter } from '../shell/everyone-filter.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { NewPoll } from './new-poll.tsx';
import { buildPollQuery, parsePollSearch, pollStatuses, type PollSearch } from './search.rules.ts';
import { StatusTag } from './status-tag.tsx';

const text = words.polls;
const quiet = ['scope'];

type Poll = Result<'listPolls'>['items'][number];

export const prefetch: Prefetch = ({ search }) =>
  prefetchPages('listPolls', buildListInput(parsePollSearch(search)));

const buildListInput = (search: PollSearch) => ({ query: { ...buildPollQuery(search), count: 50 } });

/** Times that the reader has proposed, and what came of them. */
export function PollsPage() {
  const [isNew, setIsNew] = useState(false);
  const search = useSearch({ from: '/polls' });
  const list = usePages('listPolls', buildListInput(search));
  const items = list.items ?? [];
  const selection = useListSelection(items.map(({ uuid }) => uuid));
  const create = (): void => setIsNew(true);
  return (
    <>
      <ListPage
        title={text.title}
        actions={<Button label={text.create} icon="plus" kind="main" isSmall onClick={create} />}
        views={<SavedViews list="polls" search={search} quiet={quiet} />}
        tools={
          <>
            <EveryoneFilter {...search} />
            <Filters
              search={search}
              fields={[
                {
                  id: 'status',
                  label: words.filters.state,
                  icon: 'check',
                  kind: 'choice',
                  choices: pollStatuses.map((value) => ({ value, label: text.statuses[value] })),
                },
              ]}
            />
          </>
        }
        bulk={selection.isActive && <PollBulk selection={selection} polls={items} />}
        label={text.title}
        before={<p className="help add-number">{text.hint}</p>}
        list={list}
        empty={<NoPolls isFiltered={search.status !== undefined} onCreate={create} />}
        count={text.count}
        skeletonRows={4}
      >
        {(polls) => (
          <ul className="rows">
            {polls.map((poll) => (
              <Row key={poll.uuid} poll={poll} selection={selection} />
            ))}
          </ul>
        )}
      </ListPage>
      {isNew && <NewPoll onClose={() => setIsNew(false)} />}
    </>
  );
}

interface PollBulkProps {
  readonly selection: ListSelection;
  readonly polls: readonly Poll[];
}

function PollBulk({ selection, polls }: PollBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={polls}
      id={({ uuid }) => uuid}
      name={({ title }) => title}
      tags={['Polls']}
      actions={[
        {
          id: 'cancel',
          label: words.bulk.cancel,
          icon: 'close',
          done: words.bulk.wereCanceled,
          send: ({ uuid }) => api.cancelPoll({ params: { uuid } }),
          confirm: { title: words.bulk.cancelTitle, hint: words.bulk.removeHint },
        },
        {
          id: 'remove',
          label: words.bulk.remove,
          icon: 'trash',
          isDanger: true,
          done: words.bulk.wereDeleted,
          send: ({ uuid }) => api.deletePoll({ params: { uuid } }),
          confirm: { title: words.bulk.removeTitle, hint: words.bulk.removeHints.polls },
        },
      ]}
    />
  );
}

interface NoPollsProps {
  readonly isFiltered: boolean;
  readonly onCreate: () => void;
}

function NoPolls({ isFiltered, onCreate }: NoPollsProps) {
  const set = useAddress<PollSearch>();
  if (isFiltered) return <NoMatch onClear={() => set({ status: undefined })} />;
  return (
    <Empty icon="events" title={text.none} hint={text.noneHint}>
      <Button label={text.create} kind="main" onClick={onCreate} />
    </Empty>
  );
}

interface RowProps {
  readonly poll: Poll;
  readonly selection: ListSelection;
}

function Row({ poll, selection }: RowProps) {
  const { uuid, title, status, obstacle, voters, url } = poll;
  return (
    <li>
      <span className="grow cut">
        <Link to="/polls/$uuid" params={{ uuid }}>
          <b>{title}</b>
        </Link>
        <span className="help cut">{pluralize(start.words, text.voters, voters)}</span>
      </span>
      <PickBox id={uuid} name={title} isPicked={selection.ids.includes(uuid)} onPick={selection.pick} />
      <StatusTag poll={poll} />
      {status === 'open' && !obstacle && <CopyButton text={url} label={text.copy} isSquare />}
    </li>
  );
}

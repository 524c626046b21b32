import { pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListCard } from '../kit/list-page.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import type { Prefetch } from '../platform/lazy-page.ts';
import { prefetchPages, usePages } from '../platform/pages.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { NewPoll } from './new-poll.tsx';
import { StatusTag } from './status-tag.tsx';

const text = words.polls;

type Poll = Result<'listPolls'>['items'][number];

const listInput = { query: { count: 50 } };

export const prefetch: Prefetch = () => prefetchPages('listPolls', listInput);

/** Times that the reader has proposed, and what came of them. */
export function PollsPage() {
  const [isNew, setIsNew] = useState(false);
  const list = usePages('listPolls', listInput);
  return (
    <>
      <PageBar title={text.title}>
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {text.create}
        </button>
      </PageBar>
      <div className="body">
        <p className="help">{text.hint}</p>
        <ListCard
          label={text.title}
          list={list}
          empty={<Empty title={text.none} hint={text.noneHint} />}
          count={text.count}
          skeletonRows={4}
        >
          {(polls) => (
            <ul className="rows">
              {polls.map((poll) => (
                <Row key={poll.uuid} poll={poll} />
              ))}
            </ul>
          )}
        </ListCard>
      </div>
      {isNew && <NewPoll onClose={() => setIsNew(false)} />}
    </>
  );
}

function Row({ poll }: { readonly poll: Poll }) {
  const { uuid, title, status, obstacle, voters, url } = poll;
  return (
    <li>
      <span className="grow cut">
        <Link to="/polls/$uuid" params={{ uuid }}>
          <b>{title}</b>
        </Link>
        <span className="help cut">{pluralize(start.words, text.voters, voters)}</span>
      </span>
      <StatusTag poll={poll} />
      {status === 'open' && !obstacle && <CopyButton text={url} label={text.copy} isSquare />}
    </li>
  );
}

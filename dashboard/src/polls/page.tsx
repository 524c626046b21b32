import { pluralize } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../kit/copy-button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListFoot } from '../kit/list-foot.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { NewPoll } from './new-poll.tsx';
import { StatusTag } from './status-tag.tsx';

const text = words.polls;

type Poll = Result<'listPolls'>['items'][number];

/** Times that the reader has proposed, and what came of them. */
export function PollsPage() {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <header className="bar">
        <Heading text={text.title} />
        <span className="grow" />
        <button type="button" className="btn main small" onClick={() => setIsNew(true)}>
          <Icon name="plus" />
          {text.create}
        </button>
      </header>
      <div className="body">
        <p className="help">{text.hint}</p>
        <section className="card" aria-label={text.title}>
          <Rows />
        </section>
      </div>
      {isNew && <NewPoll onClose={() => setIsNew(false)} />}
    </>
  );
}

function Rows() {
  const list = usePages('listPolls', { query: { count: 50 } });
  if (list.error && !list.items) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.items) return <Skeleton rows={4} />;
  if (list.items.length === 0) return <Empty title={text.none} hint={text.noneHint} />;
  return (
    <>
      <ul className="rows">
        {list.items.map((poll) => (
          <Row key={poll.uuid} poll={poll} />
        ))}
      </ul>
      <ListFoot list={list} text={pluralize(start.words, text.count, list.total)} />
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

import type { Result } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Segmented } from '../kit/choice.tsx';
import { Face } from '../kit/face.tsx';
import { Switch } from '../kit/field.tsx';
import { ListView } from '../kit/list-page.tsx';
import { Moment } from '../kit/moment.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { usePages } from '../platform/pages.ts';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

type Notification = Result<'listNotifications'>['items'][number];

const shows = ['unread', 'all'] as const;

/** What colleagues told the user, and how else they are told. */
export function NotificationsPage() {
  const [show, setShow] = useState<(typeof shows)[number]>('unread');
  const list = usePages('listNotifications', {
    query: { count: 30, ...(show === 'unread' && { unread: true }) },
  });
  const read = useChange('markNotificationsRead');
  const { notifications } = words;
  const latest = list.items?.[0];
  return (
    <>
      <PageBar title={notifications.title}>
        <Button
          label={notifications.markAll}
          isSmall
          isBusy={read.isPending || !latest}
          onClick={() => latest && read.mutate({ body: { until: latest.createdAt } })}
        />
      </PageBar>
      <ListView
        label={notifications.title}
        tools={
          <Segmented
            label={notifications.filter}
            choices={shows.map((each) => ({ value: each, label: notifications[each] }))}
            value={show}
            onChange={setShow}
          />
        }
        before={<Settings />}
        list={list}
        empty={<Empty icon="check" title={notifications.none} hint={notifications.noneHint} />}
        count={notifications.count}
      >
        {(items) => (
          <ul className="entries" aria-label={notifications.title}>
            {items.map((item) => (
              <NotificationItem
                key={item.uuid}
                item={item}
                onOpen={() => read.mutate({ body: { uuids: [item.uuid] } })}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

interface NotificationItemProps {
  readonly item: Notification;
  readonly onOpen: () => void;
}

function NotificationItem({ item, onOpen }: NotificationItemProps) {
  const { notifications } = words;
  const { objectSlug, id, name } = item.record;
  const who = item.actor?.name || notifications.system;
  const record = name || words.records.unnamed;
  const sentence = interpolate(notifications.told[item.kind], { who, record });
  return (
    <li>
      <Face name={who} />
      <Link
        className="grow"
        to="/records/$objectSlug/$recordId"
        params={{ objectSlug, recordId: id }}
        onClick={() => item.readAt === null && onOpen()}
      >
        {item.readAt === null ? <b>{sentence}</b> : sentence}
        {item.readAt === null && <span className="hidden">, {notifications.isUnread}</span>}
        <br />
        <span className="muted small">{item.text}</span>
      </Link>
      <span className="muted small">
        <Moment at={item.createdAt} />
      </span>
    </li>
  );
}

const kinds = ['mention', 'comment', 'reply'] as const;

function Settings() {
  const { data } = useQuery(buildQuery('readNotificationSettings'));
  const change = useChange('changeNotificationSettings', words.shell.saved);
  if (!data) return null;
  const { notifications } = words;
  return (
    <div className="pad">
      <div className="row wrap" role="group" aria-label={notifications.settings}>
        <span className="muted">{notifications.settings}</span>
        {kinds.map((kind) => (
          <Switch
            key={kind}
            label={notifications.kinds[kind]}
            isOn={data[kind].email}
            onChange={(email) => change.mutate({ body: { [kind]: { email } } })}
          />
        ))}
      </div>
    </div>
  );
}

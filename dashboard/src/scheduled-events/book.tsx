import { getTag, type Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { PageField } from '../event-types/page-field.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { useUnsaved } from '../kit/unsaved.tsx';
import { api, getFieldErrors, buildQuery, queryClient, useChange } from '../platform/query.ts';
import { formatDuration, ownZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { placeErrors, readAnswers } from './answers.rules.ts';
import { Answers } from './answers.tsx';
import { formatPlace } from './place.ts';
import { AnyTimeField, type HostsTime } from './any-time-field.tsx';
import { keepSearch } from './rules.ts';

type Page = Result<'listEventTypes'>['items'][number];

/** Books one of the pages for somebody who called or wrote. */
export function BookPanel() {
  const { at } = useSearch({ from: '/events/book' });
  return (
    <aside className="panel" aria-label={words.events.book}>
      <header className="bar">
        <Heading text={words.events.book} level={2} />
        <span className="grow" />
        <Link
          to="/events"
          search={keepSearch}
          className="btn quiet small square"
          aria-label={words.shell.close}
        >
          <Icon name="close" />
        </Link>
      </header>
      <div className="panel-body">
        <BookForm key={at} />
      </div>
    </aside>
  );
}

function BookForm() {
  const navigate = useNavigate({ from: '/events' });
  const invitee = useSearch({ from: '/events/book' });
  const [page, setPage] = useState<Page>();
  const [minutes, setMinutes] = useState('');
  const { at } = useSearch({ from: '/events/book' });
  const [time, setTime] = useState<HostsTime>(() => getFirstTime(at));
  const [isTouched, setIsTouched] = useState(false);
  const question = useUnsaved(isTouched);
  const book = useChange('book', words.events.wasBooked);
  const duration = Number(minutes) || page?.duration;
  const errors = useMemo(() => placeErrors(page, getFieldErrors(book.error)), [book.error]);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    if (!page) return;
    book.mutate(
      {
        body: {
          ownerSlug: page.profile.slug,
          eventTypeSlug: page.slug,
          ...time,
          timeZone: ownZone,
          ...(duration && { duration }),
          name: text('name'),
          email: text('email'),
          phone: text('phone') || null,
          ...(text('locationId') && { locationId: text('locationId') }),
          question_answers: readAnswers(page, values),
        },
      },
      {
        // The time was taken meanwhile: others are shown.
        onError: () => queryClient.invalidateQueries({ queryKey: [getTag('listScheduledEvents')] }),
        onSuccess: (event) =>
          void navigate({
            to: '/events/$uuid',
            params: { uuid: event.uuid },
            search: keepSearch,
            ignoreBlocker: true,
          }),
      },
    );
  };
  return (
    <div onInput={() => setIsTouched(true)}>
      <Form errors={errors} onSubmit={send}>
        <PageField
          label={words.events.page}
          name="eventTypeSlug"
          none={words.events.choosePage}
          value={page?.uuid ?? ''}
          isOffered={({ isActive }) => isActive}
          onChange={(_, chosen) => {
            setPage(chosen);
            setMinutes('');
            if (!time.anyTime) setTime({ date: '', start: '' });
          }}
        />
        {page && (
          <>
            {page.eventDurations.length > 1 && (
              <SelectField
                label={words.events.duration}
                name="duration"
                value={String(duration)}
                onChange={(next) => {
                  setMinutes(next);
                  if (!time.anyTime) setTime({ ...time, start: '' });
                }}
                choices={page.eventDurations.map((each) => ({
                  value: String(each.minutes),
                  label: formatDuration(each.minutes),
                }))}
              />
            )}
            <AnyTimeField
              key={page.uuid}
              value={time}
              onChange={setTime}
              of={`${page.uuid} ${duration ?? ''}`}
              read={(days, signal) =>
                api.readAvailability({
                  params: { ownerSlug: page.profile.slug, eventTypeSlug: page.slug },
                  query: { ...days, timeZone: ownZone, ...(duration && { duration }) },
                  signal,
                })
              }
            />
            <TextField label={words.events.name} name="name" value={invitee.name ?? ''} maxLength={200} />
            <TextField label={words.events.email} name="email" type="email" value={invitee.email ?? ''} />
            <Place page={page} phone={invitee.phone ?? ''} />
            <Answers page={page} />
            <div className="row end">
              <Button label={words.events.bookNow} kind="main" isSubmit isBusy={book.isPending} />
            </div>
          </>
        )}
      </Form>
      {question}
    </div>
  );
}

/** A time that was picked in the week is taken as it is, offered or not. */
function getFirstTime(at: string | undefined): HostsTime {
  const [date, start] = at?.split('T') ?? [];
  return date && start ? { date, start, anyTime: true } : { date: '', start: '' };
}

/** The locations of the page; a phone number where the page or the location needs one. */
function Place({ page, phone }: { readonly page: Page; readonly phone: string }) {
  const { data } = useQuery(buildQuery('readEventTypeSettings', { params: { uuid: page.uuid } }));
  const places = data?.locations ?? [];
  const needsPhone = page.inviteePhoneNumber || places.some(({ type }) => type === 'PHONE_CALL');
  return (
    <>
      {places.length > 0 && (
        <SelectField
          key={page.uuid}
          label={words.events.location}
          name="locationId"
          value={places[0]?.id ?? ''}
          choices={places.map(({ id, type, address }) => ({
            value: id,
            label: [formatPlace(type), address].filter(Boolean).join(', '),
          }))}
        />
      )}
      {needsPhone && <TextField label={words.events.phone} name="phone" type="tel" value={phone} />}
    </>
  );
}

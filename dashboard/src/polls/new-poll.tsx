import { toIsoDate } from '@daybook/booking/calendar';
import type { Input, Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { Checks } from '../kit/checks.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import type { TypedNumber } from '../kit/duration.rules.ts';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { getToday, startAfterDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { TimesField } from './times-field.tsx';

const text = words.polls;

type Page = Result<'listEventTypes'>['items'][number];
type Fields = Input<'createPoll'>['body'];
type Place = 'page' | 'VIDEO_CALL' | 'IN_PERSON';

/** Proposes times for a meeting. */
export function NewPoll({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange('createPoll', text.wasCreated);
  const { data } = useQuery(buildQuery('listEventTypes', { query: { count: 100 } }));
  const pages = (data?.items ?? []).filter(({ isActive, type }) => isActive && type !== 'GROUP');
  const [uuid, setUuid] = useState('');
  const page = pages.find((each) => each.uuid === uuid) ?? pages[0];
  const [times, setTimes] = useState<readonly string[]>([]);
  const [minutes, setMinutes] = useState<TypedNumber | null>();
  const [place, setPlace] = useState<Place>('page');
  const [colleagues, setColleagues] = useState<readonly string[]>([]);
  const { email } = useSession();
  const duration = Number(minutes) || page?.duration || 30;
  const send = (values: FormData): void => {
    if (!page) return;
    const get = (name: string): string => String(values.get(name) ?? '').trim();
    const location = locationOf(place, get('location.address'));
    const body: Fields = {
      eventTypeUuid: page.uuid,
      ...(get('title') && { title: get('title') }),
      description: get('description'),
      duration,
      ...(location && { location }),
      ...(colleagues.length > 0 && { hosts: [email, ...colleagues] }),
      times: [...times],
      deadline: get('deadline') ? startAfterDate(get('deadline')) : null,
      hideVotes: values.has('hideVotes'),
    };
    create.mutate(
      { body },
      { onSuccess: (poll) => void navigate({ to: '/polls/$uuid', params: { uuid: poll.uuid } }) },
    );
  };
  return (
    <Dialog title={text.create} onClose={onClose}>
      {data && !page && <p>{text.noPages}</p>}
      {page && (
        <Form errors={getFieldErrors(create.error)} onSubmit={send}>
          <SearchSelect
            label={text.page}
            name="eventTypeUuid"
            help={text.pageHint}
            value={page.uuid}
            onChange={setUuid}
            choices={pages.map((each) => ({
              value: each.uuid,
              label: each.title,
              detail: getOwnerName(each),
            }))}
          />
          <TextField label={text.name} name="title" maxLength={200} help={text.nameHint} />
          <DurationField
            label={text.duration}
            name="duration"
            units={['minutes', 'hours']}
            value={minutes === undefined ? page.duration : minutes}
            onChange={setMinutes}
          />
          <TimesField page={page} duration={duration} value={times} onChange={setTimes} />
          <Where place={place} onChange={setPlace} />
          <Colleagues value={colleagues} onChange={setColleagues} />
          <TextField label={text.description} name="description" rows={3} maxLength={2000} />
          <DateField
            label={text.deadline}
            name="deadline"
            min={toIsoDate(getToday())}
            help={text.deadlineHint}
          />
          <Checkbox label={text.hideVotes} name="hideVotes" isOn={false} />
          <DialogActions onClose={onClose}>
            <Button label={text.propose} kind="main" isSubmit isBusy={create.isPending} />
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

function getOwnerName({ profile }: Page): string {
  return [profile.firstName, profile.lastName].filter(Boolean).join(' ');
}

function locationOf(place: Place, address: string): Fields['location'] {
  if (place === 'page') return undefined;
  return place === 'IN_PERSON' ? { type: place, ...(address && { address }) } : { type: place };
}

interface WhereProps {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
}

function Where({ place, onChange }: WhereProps) {
  return (
    <>
      <SelectField
        label={text.where}
        name="location.type"
        value={place}
        onChange={(next) => onChange(next as Place)}
        choices={[
          { value: 'page', label: text.asPage },
          { value: 'VIDEO_CALL', label: text.videoCall },
          { value: 'IN_PERSON', label: text.inPerson },
        ]}
      />
      {place === 'IN_PERSON' && <TextField label={text.address} name="location.address" maxLength={500} />}
    </>
  );
}

interface ColleaguesProps {
  readonly value: readonly string[];
  readonly onChange: (emails: readonly string[]) => void;
}

/** Who attends as well. */
function Colleagues({ value, onChange }: ColleaguesProps) {
  const { email: own } = useSession();
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100, isActive: 'true' } }));
  const others = (data?.items ?? []).filter(({ email }) => email !== own);
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{text.colleagues}</summary>
      <Checks
        legend={text.colleagues}
        isLegendHidden
        name="hosts"
        choices={others.map(({ email, name }) => ({ value: email, label: name }))}
        value={value}
        onChange={onChange}
      />
    </details>
  );
}

import { getTag, type Input } from '@daybook/client';
import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox, Segmented } from '../kit/choice.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { TimeField } from '../kit/time-field.tsx';
import { findBrowserZone, ZoneField } from '../kit/zone-field.tsx';
import { api, getFieldErrors, queryClient } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatDuration } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { suggestSlug, weekdays, buildWeek, workdays } from './rules.ts';

const places = ['video', 'phone', 'inPerson'] as const;
const durations = ['15', '30', '45', '60'] as const;

type Location = NonNullable<Input<'createEventType'>['body']['locations']>[number];

/** From nothing to a link that can be booked, on one page. */
export function Welcome({ onSkip }: { readonly onSkip: () => void }) {
  const [link, setLink] = useState<string>();
  return (
    <>
      <PageBar title={link ? words.welcome.readyTitle : words.welcome.title}>
        {!link && <Button label={words.welcome.skip} kind="quiet" isSmall onClick={onSkip} />}
      </PageBar>
      <div className="body welcome">{link ? <Ready link={link} /> : <SetUp onReady={setLink} />}</div>
    </>
  );
}

function SetUp({ onReady }: { readonly onReady: (link: string) => void }) {
  const session = useSession();
  const mayManage = useCanManage();
  const [days, setDays] = useState<ReadonlySet<string>>(new Set(workdays));
  const [duration, setDuration] = useState<(typeof durations)[number]>('30');
  const [place, setPlace] = useState<(typeof places)[number]>('video');
  const setUp = useMutation({
    mutationFn: send,
    onSuccess: async (link) => {
      onReady(link);
      // The rail shows the workspace's name.
      await queryClient.invalidateQueries({ queryKey: [getTag('readSession')] });
    },
  });
  const toggle = (day: string) => (isOn: boolean) =>
    setDays(new Set(weekdays.filter((each) => (each === day ? isOn : days.has(each)))));
  const { welcome } = words;
  return (
    <Form
      errors={getFieldErrors(setUp.error)}
      onSubmit={(values) =>
        setUp.mutate({
          uuid: session.uuid,
          email: session.email,
          organization: mayManage ? textIn(values, 'name') : undefined,
          firstName: textIn(values, 'firstName'),
          lastName: textIn(values, 'lastName'),
          timezone: textIn(values, 'timezone'),
          days,
          from: textIn(values, 'from'),
          to: textIn(values, 'to'),
          title: textIn(values, 'title'),
          duration: Number(duration),
          location: buildLocation(place, values),
        })
      }
    >
      <p className="muted">{welcome.hint}</p>
      <section className="card pad col gap3" aria-labelledby="you">
        <h2 id="you">{welcome.you}</h2>
        <div className="two">
          <TextField label={welcome.firstName} name="firstName" autoComplete="given-name" autoFocus />
          <TextField label={welcome.lastName} name="lastName" autoComplete="family-name" />
        </div>
        {mayManage && (
          <TextField
            label={welcome.workspace}
            name="name"
            autoComplete="organization"
            value={session.workspace.name}
          />
        )}
        <ZoneField label={welcome.zone} name="timezone" value={findBrowserZone()} />
      </section>
      <section className="card pad col gap3" aria-labelledby="hours">
        <h2 id="hours">{welcome.hours}</h2>
        <fieldset className="row wrap" aria-label={welcome.days}>
          {weekdays.map((day, index) => (
            <Checkbox
              key={day}
              // The names begin with Sunday.
              label={start.words.weekdays[(index + 1) % 7] ?? day}
              isOn={days.has(day)}
              onChange={toggle(day)}
            />
          ))}
        </fieldset>
        <div className="two">
          <TimeField label={welcome.fromTime} name="from" value="09:00" />
          <TimeField label={welcome.toTime} name="to" value="17:00" />
        </div>
      </section>
      <section className="card pad col gap3" aria-labelledby="page">
        <h2 id="page">{welcome.page}</h2>
        <TextField label={welcome.pageTitle} name="title" value={welcome.pageExample} maxLength={200} />
        <ChoiceField
          label={welcome.duration}
          value={duration}
          onChange={setDuration}
          choices={durations.map((value) => ({ value, label: formatDuration(Number(value)) }))}
        />
        <ChoiceField
          label={welcome.place}
          value={place}
          onChange={setPlace}
          choices={places.map((value) => ({ value, label: welcome[value] }))}
        />
        <PlaceField key={place} place={place} />
      </section>
      <div className="row end">
        <Button label={welcome.make} kind="main" isSubmit isBusy={setUp.isPending} />
      </div>
    </Form>
  );
}

function ChoiceField<Value extends string>(props: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className="field">
      <span className="lbl">{props.label}</span>
      <div>
        <Segmented {...props} />
      </div>
    </div>
  );
}

/** Where people meet: each kind asks for one thing, and only an address is needed. */
function PlaceField({ place }: { readonly place: (typeof places)[number] }) {
  const { welcome } = words;
  if (place === 'inPerson') return <TextField label={welcome.address} name="locations.0.address" />;
  return place === 'video' ? (
    <TextField label={welcome.link} name="locations.0.joinUrl" type="url" help={welcome.linkHint} />
  ) : (
    <TextField label={welcome.number} name="locations.0.phone" type="tel" help={welcome.numberHint} />
  );
}

function buildLocation(place: (typeof places)[number], values: FormData): Location {
  const joinUrl = textIn(values, 'locations.0.joinUrl');
  const phone = textIn(values, 'locations.0.phone');
  if (place === 'inPerson') return { type: 'IN_PERSON', address: textIn(values, 'locations.0.address') };
  if (place === 'phone') return { type: 'PHONE_CALL', ...(phone && { phone }) };
  return { type: 'VIDEO_CALL', ...(joinUrl && { joinUrl }) };
}

function textIn(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim();
}

interface Setup {
  readonly uuid: string;
  readonly email: string;
  readonly organization: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly timezone: string;
  readonly days: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly duration: number;
  readonly location: Location;
}

/** Each step can be sent again, so one that is refused loses nothing. Returns the link. */
async function send(setup: Setup): Promise<string> {
  const { uuid, email, firstName, lastName, timezone, days, from, to, title, duration, location } = setup;
  const slug = suggestSlug(`${firstName} ${lastName}`);
  const about = { firstName, lastName, timezone };
  await api
    .updateUser({ params: { uuid }, body: { ...about, ...(slug && { slug }) } })
    // Somebody else may have the address already; theirs stays as it is.
    .catch((error: unknown) => {
      if (!('slug' in getFieldErrors(error as Error))) throw error;
      return api.updateUser({ params: { uuid }, body: about });
    });
  if (setup.organization) await api.updateOrganization({ body: { name: setup.organization } });
  const schedule = await api.readDefaultSchedule({ query: { email } });
  await api.updateSchedule({
    params: { uuid: schedule.uuid },
    body: { email, timezone, weekly_hours: buildWeek(days, from, to) },
  });
  const user = await api.readSession();
  const { schedulingUrl } = await api.createEventType({
    body: { title, duration, locations: [location], ownerSlug: user.slug },
  });
  return schedulingUrl;
}

/** Nobody else can see that a link was copied. */
function confirmLink(): void {
  api.confirmFirstStep({ params: { key: 'link' } }).catch(() => undefined);
}

function Ready({ link }: { readonly link: string }) {
  const { welcome } = words;
  return (
    <section className="card pad col gap4 ready">
      <p className="muted">{welcome.readyHint}</p>
      <p className="big lines">{link}</p>
      <div className="row wrap">
        <CopyButton text={link} label={welcome.copy} icon="link" onCopy={confirmLink} />
        <a className="btn small" href={new URL(link).pathname} target="_blank" rel="noreferrer">
          <Icon name="open" />
          {welcome.open}
        </a>
        <span className="grow" />
        {/* Name and zone come with the document, so it is loaded anew. */}
        <Button label={welcome.goOn} kind="main" isSmall onClick={() => location.assign('/app')} />
      </div>
    </section>
  );
}

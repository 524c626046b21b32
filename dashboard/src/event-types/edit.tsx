import { locationTypes, locationKinds, type LocationType } from '@daybook/contract/locations.data';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { htmlOfText, isPlainHtml, textOfHtml } from '../platform/html-text.ts';
import { words } from '../platform/words/words.ts';
import { useMayManage, useSession } from '../shell/session.ts';
import { numberIn, type Settings } from './rules.ts';

/** `/pages/new` makes a page, any other address below `/pages` edits one. */
export function PageEditor() {
  const { uuid } = useParams({ from: '/pages/$uuid' });
  return uuid === 'new' ? <NewPage /> : <EditPage key={uuid} uuid={uuid} />;
}

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <aside className="panel" aria-label={title}>
      <header className="bar">
        <Heading text={title} level={2} />
        <span className="grow" />
        <Link
          to="/pages"
          search={(search) => search}
          className="btn quiet small square"
          aria-label={words.shell.close}
        >
          <Icon name="close" />
        </Link>
      </header>
      <div className="panel-body">{children}</div>
    </aside>
  );
}

function NewPage() {
  const navigate = useNavigate();
  const { slug, name } = useSession();
  const mayManage = useMayManage();
  const { data } = useQuery({ ...query('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const others = (data?.items ?? []).filter((each) => each.isActive && each.slug !== slug);
  const create = useChange('createEventType', words.pages.wasMade);
  const send = (values: FormData): void => {
    const text = (field: string): string => String(values.get(field) ?? '').trim();
    create.mutate(
      {
        body: {
          title: text('title'),
          duration: numberIn(text('duration')),
          ownerSlug: text('ownerSlug') || slug,
        },
      },
      {
        onSuccess: ({ uuid }) =>
          void navigate({ to: '/pages/$uuid', params: { uuid }, search: (search) => search }),
      },
    );
  };
  return (
    <Panel title={words.pages.create}>
      <Form errors={fieldErrors(create.error)} onSubmit={send}>
        <TextField label={words.pages.name} name="title" maxLength={200} help={words.pages.nameHint} />
        <TextField label={words.pages.duration} name="duration" value="30" inputMode="numeric" />
        {mayManage && (
          <SelectField
            label={words.pages.owner}
            name="ownerSlug"
            value={slug}
            choices={[
              { value: slug, label: name },
              ...others.map((each) => ({ value: each.slug, label: each.name })),
            ]}
          />
        )}
        <div className="row end">
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.pages.make}
          </button>
        </div>
      </Form>
    </Panel>
  );
}

function EditPage({ uuid }: { readonly uuid: string }) {
  const { data: settings } = useSuspenseQuery(query('readEventTypeSettings', { params: { uuid } }));
  const update = useChange('updateEventType', words.shell.saved);
  useEffect(() => () => document.getElementById(`page-${uuid}`)?.focus(), [uuid]);
  const send = (values: FormData): void =>
    update.mutate({ params: { uuid }, body: changesIn(settings, values) });
  return (
    <Panel title={settings.title}>
      <Form errors={fieldErrors(update.error)} onSubmit={send}>
        <TextField label={words.pages.name} name="title" value={settings.title} maxLength={200} />
        <TextField
          label={words.pages.slug}
          name="slug"
          value={settings.slug}
          maxLength={60}
          help={settings.schedulingUrl}
        />
        <TextField
          label={words.pages.duration}
          name="duration"
          value={String(settings.duration)}
          inputMode="numeric"
        />
        <Description html={settings.description} />
        <Location settings={settings} />
        <div className="two">
          <TextField
            label={words.pages.bufferBefore}
            name="bufferBefore"
            value={String(settings.bufferBefore)}
            inputMode="numeric"
          />
          <TextField
            label={words.pages.bufferAfter}
            name="bufferAfter"
            value={String(settings.bufferAfter)}
            inputMode="numeric"
          />
        </div>
        <TextField
          label={words.pages.notice}
          name="minimumNotice"
          value={String(settings.minimumNotice)}
          inputMode="numeric"
        />
        <div className="row end">
          <button type="submit" className="btn main" disabled={update.isPending}>
            {words.shell.save}
          </button>
        </div>
      </Form>
    </Panel>
  );
}

/** Formatting would be lost, so a description that has some is shown only. */
function Description({ html }: { readonly html: string }) {
  if (isPlainHtml(html)) {
    return <TextField label={words.pages.description} name="description" value={textOfHtml(html)} rows={4} />;
  }
  return (
    <div className="field">
      <span className="lbl">{words.pages.description}</span>
      <p className="lines">{textOfHtml(html)}</p>
      <p className="help">{words.pages.formatted}</p>
    </div>
  );
}

/** One location, or none; several keep what they are. */
function Location({ settings }: { readonly settings: Settings }) {
  const [first, second] = settings.locations;
  if (second) {
    return (
      <div className="field">
        <span className="lbl">{words.events.where}</span>
        <p>{settings.locations.map(({ type }) => placeName(type)).join(', ')}</p>
        <p className="help">{words.pages.severalPlaces}</p>
      </div>
    );
  }
  return (
    <SelectField
      label={words.events.where}
      name="locations.0.type"
      value={first?.type ?? ''}
      choices={[
        { value: '', label: words.pages.nowhere },
        ...locationTypes.map((type) => ({ value: type, label: placeName(type) })),
      ]}
    />
  );
}

function placeName(type: LocationType): string {
  if (type === 'IN_PERSON') return words.events.inPerson;
  return type === 'PHONE_CALL' ? words.events.phoneCall : locationKinds[type].label;
}

/** What the form changes; fields that it does not have stay. */
function changesIn(settings: Settings, values: FormData) {
  const text = (field: string): string => String(values.get(field) ?? '').trim();
  const [first] = settings.locations;
  const type = text('locations.0.type') as LocationType | '';
  const isSamePlace = type === (first?.type ?? '') || !values.has('locations.0.type');
  return {
    title: text('title'),
    slug: text('slug'),
    duration: numberIn(text('duration')),
    bufferBefore: numberIn(text('bufferBefore')),
    bufferAfter: numberIn(text('bufferAfter')),
    minimumNotice: numberIn(text('minimumNotice')),
    ...(values.has('description') && { description: htmlOfText(text('description')) }),
    ...(!isSamePlace && { locations: type === '' ? [] : [{ type }] }),
  };
}

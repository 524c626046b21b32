import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, Switch } from '../kit/field.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { useUnsaved } from '../kit/unsaved.tsx';
import { showToast } from '../kit/toasts.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { forgetMissing, rememberPage } from '../platform/recent.ts';
import { words } from '../platform/words/words.ts';
import { Star } from '../shell/star.tsx';
import { PageDraftContext } from './draft.ts';
import { PageMenu } from './manage.tsx';
import { Preview } from './preview.tsx';
import { diffDrafts, mergeSettings, toDraft, type Draft, type Settings } from './rules.ts';
import { sections, type SectionName } from './section.tsx';
import { LinksSection } from './section-links.tsx';
import { QuestionsSection } from './section-questions.tsx';
import { PaymentSection } from './section-payment.tsx';
import { AdvancedSection, LimitsSection, MessagesSection } from './section-rules.tsx';
import { WhatSection } from './section-what.tsx';
import { WhenSection } from './section-when.tsx';
import { WhereSection } from './section-where.tsx';
import { WhoSection } from './section-who.tsx';

const { pages } = words;

/** One page with all that can be set, and beside it what visitors see. */
export function PageEditor() {
  const { uuid } = useParams({ from: '/pages/$uuid' });
  return <Editor key={uuid} uuid={uuid} />;
}

function Editor({ uuid }: { readonly uuid: string }) {
  const { data: settings } = useSuspenseQuery({
    ...buildQuery('readEventTypeSettings', { params: { uuid } }),
    queryFn: ({ signal }) =>
      api
        .readEventTypeSettings({ params: { uuid }, signal })
        .catch((error: unknown) => forgetMissing(error, uuid)),
  });
  const update = useEdit('updateEventType', {
    shown: settings,
    read: () => api.readEventTypeSettings({ params: { uuid } }),
    done: words.shell.saved,
    merge: mergeSettings,
    onTheirs: () => discard(),
  });
  // Only what is changed, so that all else stays as others save it.
  const [edited, setEdited] = useState<Partial<Draft>>();
  const [version, setVersion] = useState(0);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const saved = toDraft(settings);
  const draft = { ...saved, ...edited };
  const changes = diffDrafts(saved, draft);
  const isChanged = Object.keys(changes).length > 0;
  const discard = (): void => {
    setEdited(undefined);
    setVersion(version + 1);
    update.reset();
  };
  const { title } = settings;
  useEffect(() => rememberPage({ kind: 'page', id: uuid, title }), [uuid, title]);
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]): void =>
    setEdited((before) => ({ ...before, [name]: value }));
  const save = (): void =>
    update.mutate({ params: { uuid }, body: changes }, { onSuccess: () => setEdited(undefined) });
  return (
    <>
      <PageBar
        title={settings.title}
        back={
          <Link className="crumb" to="/pages">
            {pages.title}
          </Link>
        }
      >
        <Active settings={settings} />
        <Star kind="page" id={uuid} />
        <CopyButton text={settings.schedulingUrl} label={pages.copy} icon="link" />
        <span className="prev-toggle">
          <Button
            label={isPreviewed ? pages.hidePreview : pages.showPreview}
            icon={isPreviewed ? 'pencil' : 'eye'}
            isSmall
            isSquare
            onClick={() => setIsPreviewed(!isPreviewed)}
          />
        </span>
        <PageMenu settings={settings} />
        <span className="muted small" role="status">
          {isChanged ? pages.changed : pages.saved}
        </span>
        {isChanged && <Button label={pages.discard} kind="quiet" isSmall onClick={discard} />}
        <button
          type="submit"
          form="page"
          className="btn main small"
          disabled={!isChanged || update.isPending}
        >
          {words.shell.save}
        </button>
      </PageBar>
      <div className={`split editor${isPreviewed ? ' previewed' : ''}`}>
        <SectionList draft={draft} />
        <div className="body ed">
          <Form id="page" errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={save}>
            <PageDraftContext key={version} value={{ settings, draft, set }}>
              <WhatSection />
              <WhoSection />
              <WhenSection />
              <WhereSection />
              <QuestionsSection />
              <PaymentSection />
              <LimitsSection />
              <MessagesSection />
              <AdvancedSection />
            </PageDraftContext>
          </Form>
          <PageDraftContext value={{ settings, draft, set }}>
            <LinksSection />
          </PageDraftContext>
        </div>
        <Preview uuid={uuid} url={settings.schedulingUrl} changes={changes} />
      </div>
      {useUnsaved(isChanged)}
    </>
  );
}

/** Switching a page off and on takes effect at once. */
function Active({ settings: { uuid, isActive } }: { readonly settings: Settings }) {
  const update = useChange('updateEventType');
  const turn = (isOn: boolean): void =>
    update.mutate(
      { params: { uuid }, body: { isActive: isOn } },
      { onSuccess: () => showToast(isOn ? pages.wasActivated : pages.wasDeactivated) },
    );
  return (
    <Switch
      label={pages.canBeBooked}
      isOn={update.isPending ? update.variables.body.isActive === true : isActive}
      onChange={turn}
    />
  );
}

/** Where in the editor one is, and the way to the other sections. */
function SectionList({ draft }: { readonly draft: Draft }) {
  const [current, setCurrent] = useState<SectionName>('what');
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const top = entries.find(({ isIntersecting }) => isIntersecting);
        if (top) setCurrent(top.target.id.replace('section-', '') as SectionName);
      },
      { root: document.querySelector('.ed'), rootMargin: '0px 0px -70% 0px' },
    );
    for (const name of sections) {
      const section = document.getElementById(`section-${name}`);
      if (section) seen.observe(section);
    }
    return () => seen.disconnect();
  }, []);
  const count: Partial<Record<SectionName, number>> = {
    who: draft.hosts.length,
    where: draft.locations.length,
    questions: draft.inviteeQuestions.length,
  };
  return (
    <nav className="secs" aria-label={pages.section}>
      {sections.map((name) => (
        <a
          key={name}
          href={`#section-${name}`}
          aria-current={name === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            setCurrent(name);
            document.getElementById(`section-${name}`)?.scrollIntoView({ block: 'start' });
            document.getElementById(`heading-${name}`)?.focus({ preventScroll: true });
          }}
        >
          {pages.sections[name]}
          {(count[name] ?? 0) > 1 && <span className="count">{count[name]}</span>}
        </a>
      ))}
    </nav>
  );
}

import { toIsoDate } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox, RadioGroup, Segmented } from '../kit/choice.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { DateField } from '../kit/date-field.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatDay, getToday, startAfterDate, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { OfferTimes } from './offer-times.tsx';
import { formatEmbedCode, parseTypedLimit, type EmbedKind } from './rules.ts';
import { Section } from './section.tsx';

const { pages } = words;

type PageLink = Result<'listLinks'>['items'][number];

/** Links that book once, or for some; and the code that shows the page on other sites. */
export function LinksSection() {
  const { settings } = useDraft();
  const [isMaking, setIsMaking] = useState(false);
  const [isOffering, setIsOffering] = useState(false);
  const offered = (link: string): void => {
    setIsOffering(false);
    void copied(link);
  };
  const { data } = useQuery(buildQuery('listLinks', { query: { eventTypeUuid: settings.uuid, count: 100 } }));
  const once = useChange('createLink');
  const makeOnce = (): void =>
    once.mutate(
      { body: { eventTypeUuid: settings.uuid, kind: 'single_use' } },
      { onSuccess: ({ link }) => void copied(link) },
    );
  const links = data?.items ?? [];
  return (
    <Section name="links">
      <div className="row wrap">
        <Button label={pages.singleUse} icon="link" isSmall isBusy={once.isPending} onClick={makeOnce} />
        <Button label={pages.offerTimes} icon="clock" isSmall onClick={() => setIsOffering(true)} />
        <Button label={pages.newLink} icon="plus" isSmall onClick={() => setIsMaking(true)} />
      </div>
      {links.length === 0 ? (
        <p className="help">{pages.noLinks}</p>
      ) : (
        <ul className="links" aria-label={pages.links}>
          {links.map((link) => (
            <LinkLine key={link.token} link={link} />
          ))}
        </ul>
      )}
      <Embed />
      {isOffering && <OfferTimes onMade={offered} onClose={() => setIsOffering(false)} />}
      {isMaking && <NewLink onClose={() => setIsMaking(false)} />}
    </Section>
  );
}

async function copied(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showToast(interpolate(pages.wasCopied, { link }));
  } catch {
    // Browsers refuse it on pages without TLS, and while another window has the focus.
    showToast(link);
  }
}

function LinkLine({ link }: { readonly link: PageLink }) {
  const remove = useChange('deleteLink', pages.linkWasDeleted);
  const until =
    link.expiresAt && interpolate(pages.expires, { day: formatDay(toWallTime(link.expiresAt).day) });
  return (
    <li>
      <span className="tag" data-color={link.usedAt ? 'gray' : 'blue'}>
        {link.usedAt ? pages.used : link.times ? pages.offeredTimes : pages.linkOf[link.kind]}
      </span>
      <span className="grow cut">
        {link.name ?? link.link.replace(/^https?:\/\//, '')}
        <span className="muted small"> {until}</span>
      </span>
      <CopyButton text={link.link} label={pages.copyOne} icon="copy" isSquare />
      <Button
        label={pages.deleteOne}
        icon="close"
        kind="quiet"
        isSmall
        isSquare
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ params: { token: link.token } })}
      />
    </li>
  );
}

const linkKinds = ['shared', 'collective'] as const;

function NewLink({ onClose }: { readonly onClose: () => void }) {
  const { settings } = useDraft();
  const create = useChange('createLink');
  const [kind, setKind] = useState<(typeof linkKinds)[number]>('shared');
  const [hosts, setHosts] = useState<readonly string[]>([]);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    const until = text('expiresAt');
    create.mutate(
      {
        body: {
          eventTypeUuid: settings.uuid,
          kind,
          name: text('name') || null,
          ...(hosts.length > 0 && { hosts: [...hosts] }),
          ...(until && { expiresAt: startAfterDate(until) }),
          maxUses: parseTypedLimit(text('maxUses')) as number | null,
        },
      },
      {
        onSuccess: ({ link }) => {
          onClose();
          void copied(link);
        },
      },
    );
  };
  return (
    <Dialog title={pages.newLink} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField label={pages.linkName} name="name" maxLength={200} help={pages.linkNameHint} autoFocus />
        <DateField label={pages.expiresAt} name="expiresAt" min={toIsoDate(getToday())} />
        <TextField label={pages.linkUses} name="maxUses" inputMode="numeric" placeholder={pages.noLimit} />
        {settings.hosts.length > 1 && (
          <>
            <RadioGroup
              label={pages.linkKind}
              name="kind"
              value={kind}
              onChange={setKind}
              choices={linkKinds.map((each) => ({ value: each, label: pages.linkKinds[each] }))}
            />
            <fieldset className="field">
              <legend className="lbl">{pages.linkHosts}</legend>
              {settings.hosts.map(({ email, name }) => (
                <Checkbox
                  key={email}
                  label={name}
                  isOn={hosts.includes(email)}
                  onChange={(isOn) =>
                    setHosts(isOn ? [...hosts, email] : hosts.filter((each) => each !== email))
                  }
                />
              ))}
              <p className="help">{pages.linkHostsAll}</p>
            </fieldset>
          </>
        )}
        <DialogActions onClose={onClose}>
          <Button label={pages.makeLink} kind="main" isSubmit isBusy={create.isPending} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const embedKinds = ['inline', 'popup', 'button'] as const;

function Embed() {
  const { settings } = useDraft();
  const [kind, setKind] = useState<EmbedKind>('inline');
  const code = formatEmbedCode(settings.schedulingUrl, kind, pages.book);
  return (
    <div className="field">
      <span className="lbl">{pages.embed}</span>
      <div className="row wrap">
        <Segmented
          label={pages.embedKind}
          value={kind}
          onChange={setKind}
          choices={embedKinds.map((each) => ({ value: each, label: pages.embedKinds[each] }))}
        />
        <CopyButton text={code} label={pages.copyCode} />
      </div>
      <pre className="code" tabIndex={0} aria-label={pages.embed}>
        {code}
      </pre>
      <p className="help">{pages.embedHint}</p>
    </div>
  );
}

import { computeBrandColors, computeContrast, surfaces } from '@daybook/booking/color';
import { interpolate } from '@daybook/booking/locale';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Guarded, inSession, Page, Section, useWhyNot, useOrganizationEdit } from './parts.tsx';
import { Picture } from './picture.tsx';
import { parseColor, formatContrast, getPath, type Organization } from './rules.ts';

const text = words.settings.branding;

/** What pages without a colour have. */
const plain = '3f4754';

/** Logo and colour of public pages and mail, beside a real page that shows them before they are saved. */
export function Branding() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const [typed, setTyped] = useState(organization.brandColor ?? '');
  const why = useWhyNot('updateOrganization');
  const color = parseColor(typed) ?? organization.brandColor ?? plain;
  return (
    <Page title={words.settings.pages.branding} isWide>
      <div className="brand-columns">
        <Guarded why={why}>
          <Logo organization={organization} />
          <Color organization={organization} typed={typed} onType={setTyped} />
        </Guarded>
        <Preview color={color} version={organization.updatedAt} />
      </div>
    </Page>
  );
}

function Logo({ organization }: { readonly organization: Organization }) {
  const set = useChange('setLogo', words.shell.saved, inSession);
  const remove = useChange('deleteLogo', words.shell.saved, inSession);
  return (
    <Section title={text.logo} hint={text.logoHint}>
      <Picture
        label={text.logo}
        url={organization.logoUrl}
        name={organization.name}
        isSquare
        error={set.error}
        isPending={set.isPending || remove.isPending}
        onChoose={(file) => set.mutate({ body: file, contentType: file.type })}
        onDelete={() => remove.mutate({})}
      />
    </Section>
  );
}

interface ColorProps {
  readonly organization: Organization;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function Color({ organization, typed, onType }: ColorProps) {
  const update = useOrganizationEdit(organization, (theirs) => onType(theirs.brandColor ?? ''));
  const save = (brandColor: string | null): void => update.mutate({ body: { brandColor } });
  const color = parseColor(typed);
  return (
    <Section title={text.color} hint={text.colorHint}>
      <Form
        errors={getFieldErrors(update.error)}
        edit={update.edit}
        onSubmit={() => save(typed.trim() === '' ? null : (color ?? typed.trim()))}
      >
        <div className="row color-field">
          <input
            type="color"
            aria-label={text.choose}
            value={`#${color ?? organization.brandColor ?? plain}`}
            onChange={({ target }) => onType(target.value.slice(1))}
          />
          <div className="grow">
            <TextField label={text.hex} name="brandColor" value={typed} onChange={onType} maxLength={7} />
          </div>
        </div>
        {color && <Contrast color={`#${color}`} />}
        <div className="row end wrap">
          {organization.brandColor !== null && (
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                onType('');
                save(null);
              }}
            >
              {text.noColor}
            </button>
          )}
          <button type="submit" className="btn main" disabled={update.isPending}>
            {words.shell.save}
          </button>
        </div>
      </Form>
    </Section>
  );
}

/** How the colour reads on light and dark pages, and what the pages make of it so that it does. */
function Contrast({ color }: { readonly color: string }) {
  return (
    <ul className="contrasts">
      {(['light', 'dark'] as const).map((scheme) => {
        const { fill, onFill } = computeBrandColors(color, scheme);
        const isKept = fill === color;
        return (
          <li key={scheme}>
            <Sample fill={fill} onFill={onFill} surface={surfaces[scheme]} />
            <span>
              <b>{text.schemes[scheme]}</b>
              <span className="help">
                {interpolate(isKept ? text.kept : text.corrected, {
                  ratio: formatContrast(color, surfaces[scheme]),
                  color: fill,
                  after: formatContrast(onFill, fill),
                })}
              </span>
            </span>
            <span
              className="tag"
              data-color={computeContrast(color, surfaces[scheme]) >= 4.5 ? 'green' : 'yellow'}
            >
              {`${formatContrast(color, surfaces[scheme])} : 1`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface SampleProps {
  readonly fill: string;
  readonly onFill: string;
  readonly surface: string;
}

function Sample({ fill, onFill, surface }: SampleProps) {
  return (
    <span className="sample" aria-hidden="true" style={{ background: surface }}>
      <span style={{ background: fill, color: onFill }}>{text.sample}</span>
    </span>
  );
}

/** A page of the reader's, in a frame that can't be operated. */
function Preview({ color, version }: { readonly color: string; readonly version: string }) {
  const { url } = useSession();
  const { data } = useQuery(buildQuery('listEventTypes', { query: { count: 1 } }));
  const frame = useRef<HTMLIFrameElement>(null);
  const address = data?.items[0]?.schedulingUrl ?? url;
  const paint = (): void => {
    const view = frame.current?.contentWindow;
    if (view) paintBrand(view, color);
  };
  useEffect(() => {
    paint();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', paint);
    return () => scheme.removeEventListener('change', paint);
  });
  return (
    <section className="preview col gap3" aria-label={text.preview}>
      <p className="small muted">{text.previewHint}</p>
      <div className="brand-frame card" inert>
        {data && (
          <iframe
            key={`${address} ${version}`}
            ref={frame}
            title={text.preview}
            src={getPath(address)}
            onLoad={paint}
          />
        )}
      </div>
    </section>
  );
}

/** As the server writes it into the page. */
function paintBrand(view: Window, color: string): void {
  const isDark = view.matchMedia('(prefers-color-scheme: dark)').matches;
  const { fill, onFill, text: brand, tint } = computeBrandColors(`#${color}`, isDark ? 'dark' : 'light');
  const { style } = view.document.documentElement;
  for (const [name, value] of Object.entries({ fill, 'on-fill': onFill, brand, tint })) {
    style.setProperty(`--${name}`, value);
  }
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CodeView } from '../kit/code-view.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { formatSnippet } from './rules.ts';

/** The link of a form, and what to put into a site. */
export function ShareForm() {
  const { uuid } = useParams({ from: '/forms/$uuid/share' });
  const { data: form } = useSuspenseQuery(buildQuery('readRoutingForm', { params: { uuid } }));
  const snippet = formatSnippet(form.routingFormUrl, form.headline ?? form.name);
  return (
    <div className="body">
      <div className="col gap4 narrow">
        <section className="card pad" aria-labelledby="link">
          <h2 id="link">{words.forms.link}</h2>
          <p className="mono lines">{form.routingFormUrl}</p>
          <p className="row wrap">
            <CopyButton text={form.routingFormUrl} label={words.forms.copyLink} icon="link" />
            <a
              className="btn small"
              href={new URL(form.routingFormUrl).pathname}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="open" />
              {words.forms.openForm}
            </a>
          </p>
        </section>
        <section className="card pad" aria-labelledby="embed">
          <h2 id="embed">{words.forms.embed}</h2>
          <p className="muted">{words.forms.embedHint}</p>
          <CodeView label={words.forms.copySnippet} value={snippet} />
          <p>
            <CopyButton text={snippet} label={words.forms.copySnippet} />
          </p>
        </section>
      </div>
    </div>
  );
}

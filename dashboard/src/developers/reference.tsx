import { CodeView } from '../kit/code-view.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { Section } from './section.tsx';

/** The way to the documentation, and what a first call needs. */
export function Reference() {
  const base = `${location.origin}/v2`;
  const curl = `curl -H "Authorization: Bearer $TOKEN" \\\n  ${base}/whoami`;
  return (
    <Section>
      <div className="body">
        <div className="col gap4 narrow">
          <section className="card pad" aria-labelledby="docs">
            <h2 id="docs">{words.reference.docs}</h2>
            <p className="muted">{words.reference.docsHint}</p>
            <p>
              <a className="btn main" href="/docs" target="_blank" rel="noreferrer">
                <Icon name="open" />
                {words.reference.openDocs}
              </a>
            </p>
          </section>
          <section className="card pad" aria-labelledby="openapi">
            <h2 id="openapi">{words.reference.openapi}</h2>
            <p className="muted">{words.reference.openapiHint}</p>
            <p>
              <a className="btn" href="/openapi.json" target="_blank" rel="noreferrer">
                <Icon name="open" />
                {words.reference.openOpenapi}
              </a>
            </p>
          </section>
          <section className="card pad" aria-labelledby="first">
            <h2 id="first">{words.reference.first}</h2>
            <p className="muted">{words.reference.baseHint}</p>
            <p className="row">
              <code className="mono grow">{base}</code>
              <CopyButton text={base} label={words.reference.base} />
            </p>
            <CodeView label={words.reference.command} value={curl} />
            <p>
              <CopyButton text={curl} label={words.reference.copy} />
            </p>
          </section>
        </div>
      </div>
    </Section>
  );
}

import { buildDocument } from './document.tsx';
import type { EmbeddingModel, Site } from './model.ts';

/** How to embed a booking page, with live examples. For developers, in English. */
export function buildEmbeddingDocument(model: EmbeddingModel): string {
  const { site, address, pageExists } = model;
  return buildDocument(
    site,
    { title: 'Embed a booking page · Daybook', script: model.script, width: 'wide', isEnglish: true },
    <div class="guide">
      <h1>Embed a booking page</h1>
      <p>
        Add one script to your website’s head, and use it in one of three ways. It is 2 kB, sets no cookie,
        and works under a strict content security policy.
      </p>
      <Snippet id="script" text={`<script src="${site.publicUrl}/embed.js"></script>`} />
      <ChoosePage site={site} path={model.path} pageExists={pageExists} />
      <section aria-labelledby="inline-name">
        <h2 id="inline-name">Inline</h2>
        <p>
          Part of your page, as high as its content. If you load the script with <code>async</code>, reserve
          the space: <code>{'[data-daybook-inline] { min-height: 38rem }'}</code>
        </p>
        <Snippet id="inline" text={`<div data-daybook-inline="${address}"></div>`} />
        {pageExists && <div class="example" data-daybook-inline={model.path} />}
      </section>
      <section aria-labelledby="popup-name">
        <h2 id="popup-name">Popup</h2>
        <p>Opens over your page. Without the script, it is a plain link to the booking page.</p>
        <Snippet id="popup" text={`<a href="${address}" data-daybook-popup>Book a time</a>`} />
        {pageExists && (
          <p>
            <a class="button" href={model.path} data-daybook-popup="">
              Book in a popup
            </a>
          </p>
        )}
      </section>
      <section aria-labelledby="button-name">
        <h2 id="button-name">Floating button</h2>
        <p>A popup button in the corner of the window. Style it with CSS rules for the attribute.</p>
        <Snippet id="button" text={`<a href="${address}" data-daybook-button>Book a time</a>`} />
        {pageExists && (
          <a href={model.path} data-daybook-button="">
            Book a time
          </a>
        )}
      </section>
      <section aria-labelledby="code-name">
        <h2 id="code-name">JavaScript</h2>
        <p>Prefill form fields, answers to questions in order, and utm parameters.</p>
        <Snippet id="code" text={codeSnippet(address)} />
      </section>
      <section aria-labelledby="events-name">
        <h2 id="events-name">Events</h2>
        <p>
          <code>daybook:ready</code> and <code>daybook:scheduled</code> are dispatched on the element and
          bubble up to the window. They contain IDs and times, but no name or email address: get those from
          the API, with a token, on your server.
        </p>
        <Snippet id="events" text={eventSnippet} />
        <ol class="event-log" id="event-log" aria-label="Events on this page" />
      </section>
      <section aria-labelledby="policy-name">
        <h2 id="policy-name">Policies</h2>
        <p>Your website’s content security policy has to allow the script and the frame:</p>
        <Snippet id="policy" text={`script-src ${site.publicUrl}; frame-src ${site.publicUrl}`} />
        <p>
          Any website can embed your pages until you list the ones that can, with{' '}
          <code>PATCH /v2/organization</code>. An empty list allows none, <code>null</code> allows any.
        </p>
        <Snippet id="origins" text={'{ "embedOrigins": ["https://www.example.com"] }'} />
      </section>
    </div>,
  );
}

function Snippet({ id, text }: { id: string; text: string }) {
  return (
    <div class="snippet">
      <pre tabindex={0} aria-label="Code">
        <code id={`${id}-code`}>{text}</code>
      </pre>
      <button type="button" class="quiet-link" data-copies={`${id}-code`} hidden>
        Copy
      </button>
    </div>
  );
}

function ChoosePage({ site, path, pageExists }: { site: Site; path: string; pageExists: boolean }) {
  return (
    <form method="get" action={site.path}>
      <div class="field">
        <label for="page">Your booking page</label>
        <input id="page" name="page" defaultValue={path} aria-describedby="page-hint" />
        <p class="hint" id="page-hint">
          {pageExists
            ? 'The examples below show this page.'
            : 'There is no booking page at this path. Enter the path of one to see live examples.'}
        </p>
      </div>
      <div class="actions">
        <button class="button is-quiet">Show this page</button>
      </div>
    </form>
  );
}

function codeSnippet(address: string): string {
  return `Daybook.popup('${address}', {
  prefill: { name: 'Ines Okafor', email: 'ines@okafor.example', a1: 'Blue', utm_source: 'site' },
});
Daybook.inline(document.querySelector('#here'), '${address}');
Daybook.button('${address}', { label: 'Book a time' });`;
}

const eventSnippet = `addEventListener('daybook:scheduled', ({ detail }) => {
  const { eventUuid, inviteeUuid, startTime, endTime, schedulingUrl } = detail;
});`;

import { buildDocument } from './document.tsx';
import type { HomeModel } from './model.ts';

/** What this is, and where to go, for people who came without a link. */
export function buildHomeDocument({ site }: HomeModel): string {
  const words = site.words.site;
  return buildDocument(
    site,
    { title: `Daybook · ${words.home}`, description: words.homeHint, canonical: `${site.publicUrl}/` },
    <>
      <header class="outcome">
        <img class="mark" src={site.assets.icon} alt="Daybook" width="56" height="56" />
        <h1>{words.home}</h1>
        <p class="muted">{words.homeHint}</p>
      </header>
      <p class="actions is-row">
        <a class="button" href="/app">
          {words.signIn}
        </a>
        <a class="button is-quiet" href="/docs">
          {words.reference}
        </a>
      </p>
    </>,
  );
}

import { buildDocument } from './document.tsx';
import type { ErrorModel } from './error-model.ts';

/** Says what went wrong and what the visitor can do about it. */
export function buildErrorDocument({ site, kind }: ErrorModel): string {
  const { words } = site;
  return buildDocument(
    site,
    { title: words.site[kind] },
    <>
      <header class="outcome">
        <h1>{words.site[kind]}</h1>
        <p class="muted">{words.site[`${kind}Hint`]}</p>
      </header>
    </>,
  );
}

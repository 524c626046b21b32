import { buildDocument } from './document.tsx';
import { interpolate } from './locale.ts';
import type { UnsubscribeModel } from './model.ts';

/** Where a guest refuses further mail. Opening it changes nothing, since mail scanners open links. */
export function buildUnsubscribeDocument({ site, email, isRefused }: UnsubscribeModel): string {
  const { words } = site;
  const heading = isRefused ? words.site.unsubscribed : words.site.unsubscribe;
  return buildDocument(
    site,
    { title: heading },
    <>
      <header class="outcome">
        <h1>{heading}</h1>
        <p class="muted">
          {interpolate(isRefused ? words.site.unsubscribedHint : words.site.unsubscribeHint, { email })}
        </p>
      </header>
      {!isRefused && (
        <form method="post" action={site.path}>
          <div class="actions">
            <button class="button">{words.site.unsubscribeButton}</button>
          </div>
        </form>
      )}
    </>,
  );
}

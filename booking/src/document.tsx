import type { ComponentChildren } from 'preact';
import { computeBrandColors } from './color.ts';
import { escapeText, toHtml } from './html.ts';
import { languageNames } from './language.ts';
import type { Site } from './model.ts';

interface Head {
  readonly title: string;
  readonly description?: string | undefined;
  readonly color?: string | null | undefined;
  /** The path of a picture that stands for the page: its icon, and what a link to it shows elsewhere. */
  readonly logo?: string | null;
  /** The same for links only, if it is another one. */
  readonly image?: string | null;
  readonly width?: 'wide' | 'narrow';
  /** Hides the choice of language. */
  readonly isEnglish?: boolean;
  /** Its one URL for search engines; without it, the page is not to be indexed. */
  readonly canonical?: string | undefined;
  /** The zone that the server guessed, if the visitor has not chosen one. */
  readonly guess?: string | undefined;
  /** A page without the picker's script is loaded again if the browser is in another zone than that. */
  readonly reloadsInZone?: boolean;
  /** A URL to redirect to, at once unless some seconds are given. */
  readonly refresh?: string | undefined;
  readonly refreshSeconds?: number;
  /** The data of the picker's script; without it, the script is left out. */
  readonly data?: unknown;
  /** The script of the page about embedding, loaded together with `embed.js`. */
  readonly script?: string | undefined;
  /** A script of the page's own, without data. */
  readonly module?: string | undefined;
  /** Passed on to the page around the frame. */
  readonly scheduled?: unknown;
}

/** A whole HTML document around the content. */
export function buildDocument(site: Site, head: Head, content: ComponentChildren): string {
  const { locale, nonce, assets, frame } = site;
  const meta = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeText(head.title)}</title>`,
    ...(head.description ? [toHtml(<meta name="description" content={head.description} />)] : []),
    ...(head.canonical
      ? previewTags(site, head, head.canonical)
      : ['<meta name="robots" content="noindex">']),
    ...(head.refresh
      ? [toHtml(<meta http-equiv="refresh" content={`${head.refreshSeconds ?? 0};url=${head.refresh}`} />)]
      : []),
    `<meta name="color-scheme" content="light dark">`,
    toHtml(<link rel="icon" href={head.logo ?? assets.icon} />),
    toHtml(<link rel="stylesheet" href={assets.css} />),
    `<style nonce="${nonce}">${brandStyle(head.color ?? '3f4754')}</style>`,
    ...(head.data === undefined
      ? []
      : [
          `<script nonce="${nonce}">${zoneGuard}</script>`,
          `<script type="module" src="${assets.js}"></script>`,
        ]),
    ...(head.reloadsInZone ? [`<script nonce="${nonce}">${zoneReload}</script>`] : []),
    ...(head.script === undefined
      ? []
      : [`<script src="/embed.js"></script>`, `<script type="module" src="${head.script}"></script>`]),
    ...(head.module === undefined ? [] : [`<script type="module" src="${head.module}"></script>`]),
    ...(frame === null ? [] : [`<script type="module" src="${frame}"></script>`]),
  ];
  const root = `<html lang="${locale.tag}" dir="${locale.dir}"${frame === null ? '' : ' class="is-embed"'}${head.guess ? ` data-guess="${escapeText(head.guess)}"` : ''}>`;
  const body = toHtml(
    <>
      <main
        class={`card is-${head.width ?? 'narrow'}`}
        // The page around the frame has a main element as well: screen readers tell them apart by label.
        aria-label={frame === null ? undefined : head.title}
      >
        {content}
      </main>
      {!head.isEnglish && <Footer site={site} />}
    </>,
  );
  const data = renderJsonElement('data', head.data) + renderJsonElement('scheduled', head.scheduled);
  return `<!doctype html>${root}<head>${meta.join('')}</head><body>${body}${data}</body></html>`;
}

/**
 * Runs before the first paint. If the browser is in another zone than the server guessed, the times are hidden until the
 * script has regrouped them, or for four seconds in case it fails to load.
 */
const zoneGuard = `(e=>{try{let g=e.dataset.guess,z=Intl.DateTimeFormat().resolvedOptions().timeZone;if(g&&z&&z!==g){e.classList.add("is-regrouping");setTimeout(()=>e.classList.remove("is-regrouping"),4e3)}}catch{}})(document.documentElement)`;

/** Once: a browser that has been told the zone before, or keeps no cookies, stays. */
const zoneReload = `(e=>{try{let g=e.dataset.guess,z=Intl.DateTimeFormat().resolvedOptions().timeZone,k="daybook_zone=";if(g&&z&&z!==g&&!document.cookie.includes(k)){document.cookie=k+encodeURIComponent("~"+z)+";path=/;max-age=31536000;samesite=lax";if(document.cookie.includes(k))location.reload()}}catch{}})(document.documentElement)`;

function previewTags(
  { publicUrl, assets }: Site,
  { title, description, logo, image = logo }: Head,
  canonical: string,
): string[] {
  return [
    toHtml(<link rel="canonical" href={canonical} />),
    toHtml(<meta property="og:title" content={title} />),
    toHtml(<meta property="og:type" content="website" />),
    toHtml(<meta property="og:url" content={canonical} />),
    toHtml(<meta property="og:image" content={`${publicUrl}${image ?? assets.preview}`} />),
    ...(description ? [toHtml(<meta property="og:description" content={description} />)] : []),
  ];
}

function brandStyle(color: string): string {
  const of = (scheme: 'light' | 'dark'): string => {
    const { fill, onFill, text, tint } = computeBrandColors(color, scheme);
    return `:root{--fill:${fill};--on-fill:${onFill};--brand:${text};--tint:${tint}}`;
  };
  return `${of('light')}@media(prefers-color-scheme:dark){${of('dark')}}`;
}

/** JSON for a script to read. `<` is escaped, so that no value can close the element. */
export function renderJsonElement(id: string, data: unknown): string {
  if (data === undefined) return '';
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${text}</script>`;
}

function Footer({ site }: { site: Site }) {
  const { words, locale, query, path, frame, hidesBrand } = site;
  const address = (lang: string): string => `${path}?${new URLSearchParams({ ...query, lang }).toString()}`;
  const languages = (
    <nav aria-label={words.site.language}>
      <ul>
        {languageNames.map(([tag, name]) => (
          <li key={tag}>
            <a
              href={address(tag)}
              lang={tag}
              hreflang={tag}
              rel="nofollow"
              data-sets="lang"
              aria-current={tag === locale.tag ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  // The page around the frame has a footer of its own.
  if (frame !== null) return <div class="foot">{languages}</div>;
  return (
    <footer class="foot">
      {languages}
      {!hidesBrand && <p>{words.site.by}</p>}
    </footer>
  );
}

/** The text of sanitised HTML, for previews. */
export function extractText(html: string, maxLength = 160): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;
}

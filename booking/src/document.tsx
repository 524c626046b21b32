import type { ComponentChildren } from 'preact';
import { brandOn } from './color.ts';
import { escapeText, toHtml } from './html.ts';
import { languageNames } from './language.ts';
import type { Site } from './model.ts';

interface Head {
  readonly title: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
  readonly width?: 'wide' | 'narrow';
  /** There is no other language to choose. */
  readonly isEnglish?: boolean;
  /** Where this page is found; without it, it is not to be. */
  readonly canonical?: string | undefined;
  /** Present when nobody has named a zone: what the server guessed. */
  readonly guess?: string | undefined;
  /** Where the reader is led by itself. */
  readonly refresh?: string | undefined;
  /** What the browser's script is given; without it, there is none. */
  readonly data?: unknown;
  /** Another script than the picker's, together with the one for pages of others. */
  readonly script?: string | undefined;
  /** What the page around a frame is told. */
  readonly told?: unknown;
}

/** A whole page of HTML around its content. */
export function documentOf(site: Site, head: Head, content: ComponentChildren): string {
  const { locale, nonce, assets, frame } = site;
  const meta = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeText(head.title)}</title>`,
    ...(head.description ? [toHtml(<meta name="description" content={head.description} />)] : []),
    ...(head.canonical ? previews(head, head.canonical) : ['<meta name="robots" content="noindex">']),
    ...(head.refresh ? [toHtml(<meta http-equiv="refresh" content={`0;url=${head.refresh}`} />)] : []),
    `<meta name="color-scheme" content="light dark">`,
    `<link rel="icon" href="data:,">`,
    toHtml(<link rel="stylesheet" href={assets.css} />),
    `<style nonce="${nonce}">${brandStyle(head.color ?? '3f4754')}</style>`,
    ...(head.data === undefined
      ? []
      : [
          `<script nonce="${nonce}">${zoneGuard}</script>`,
          `<script type="module" src="${assets.js}"></script>`,
        ]),
    ...(head.script === undefined
      ? []
      : [`<script src="/embed.js"></script>`, `<script type="module" src="${head.script}"></script>`]),
    ...(frame === null ? [] : [`<script type="module" src="${frame}"></script>`]),
  ];
  const root = `<html lang="${locale.tag}" dir="${locale.dir}"${frame === null ? '' : ' class="is-embed"'}${head.guess ? ` data-guess="${escapeText(head.guess)}"` : ''}>`;
  const body = toHtml(
    <>
      <main
        class={`card is-${head.width ?? 'narrow'}`}
        // Of two mains, the page around a frame has the other.
        aria-label={frame === null ? undefined : head.title}
      >
        {content}
      </main>
      {!head.isEnglish && <Footer site={site} />}
    </>,
  );
  const data = jsonOf('data', head.data) + jsonOf('told', head.told);
  return `<!doctype html>${root}<head>${meta.join('')}</head><body>${body}${data}</body></html>`;
}

/**
 * Before anything is painted: times in a zone that is not the reader's are held back until the script has sorted them
 * anew, or for as long as it may take to be sure that it will not come.
 */
const zoneGuard = `(e=>{try{let g=e.dataset.guess,z=Intl.DateTimeFormat().resolvedOptions().timeZone;if(g&&z&&z!==g){e.classList.add("is-sorting");setTimeout(()=>e.classList.remove("is-sorting"),4e3)}}catch{}})(document.documentElement)`;

function previews({ title, description }: Head, canonical: string): string[] {
  return [
    toHtml(<link rel="canonical" href={canonical} />),
    toHtml(<meta property="og:title" content={title} />),
    toHtml(<meta property="og:type" content="website" />),
    toHtml(<meta property="og:url" content={canonical} />),
    ...(description ? [toHtml(<meta property="og:description" content={description} />)] : []),
  ];
}

function brandStyle(color: string): string {
  const of = (scheme: 'light' | 'dark'): string => {
    const { fill, onFill, text, tint } = brandOn(color, scheme);
    return `:root{--fill:${fill};--on-fill:${onFill};--brand:${text};--tint:${tint}}`;
  };
  return `${of('light')}@media(prefers-color-scheme:dark){${of('dark')}}`;
}

/** JSON inside HTML: nothing in it may end the element. */
function jsonOf(id: string, data: unknown): string {
  if (data === undefined) return '';
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${text}</script>`;
}

function Footer({ site }: { site: Site }) {
  const { words, locale, query, path, frame } = site;
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
              aria-current={tag === locale.tag ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  // The page around a frame has a footer of its own.
  if (frame !== null) return <div class="foot">{languages}</div>;
  return (
    <footer class="foot">
      {languages}
      <p>{words.site.by}</p>
    </footer>
  );
}

/** The text of sanitised HTML, for previews. */
export function plainText(html: string, longest = 160): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

import { escapeText, toHtml } from '../html.ts';
import { Console } from './console.tsx';
import type { Block, DocsModel, Heading, NavSection } from './model.ts';

/** A page of the documentation. Everything can be read without the script, which adds copying, finding and trying out. */
export function buildDocsDocument(model: DocsModel): string {
  const { assets, title, description, canonical, path } = model;
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeText(title)} · Daybook</title>`,
    toHtml(<meta name="description" content={description} />),
    toHtml(<link rel="canonical" href={canonical} />),
    toHtml(<link rel="alternate" type="text/markdown" href={markdownPath(path)} />),
    `<meta name="color-scheme" content="light dark">`,
    toHtml(<link rel="icon" href={assets.icon} />),
    toHtml(<link rel="stylesheet" href={assets.css} />),
    `<script type="module" src="${assets.js}"></script>`,
  ];
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${toHtml(<Page {...model} />)}</body></html>`;
}

function markdownPath(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`;
}

function Page(model: DocsModel) {
  const { sections, blocks, headings, path, searched } = model;
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="name" href="/docs">
          Daybook <span>docs</span>
        </a>
        <form class="find" action="/docs/search" role="search">
          <label class="hidden-text" for="q">
            Search the documentation
          </label>
          <input
            id="q"
            name="q"
            type="search"
            placeholder="Search"
            defaultValue={searched}
            autocomplete="off"
            maxlength={100}
          />
          <ul class="found" id="found" aria-label="Search results" hidden />
          <p class="hidden-text" id="found-count" role="status" />
        </form>
        <a class="to-menu" href="#menu">
          Menu
        </a>
        <nav class="links" aria-label="Links">
          <a href="/openapi.json">OpenAPI</a>
          <a href="/app">Dashboard</a>
        </nav>
      </header>
      <div class="columns">
        <Menu sections={sections} path={path} />
        <main id="content" tabindex={-1}>
          {blocks.map(Content)}
          {path !== '/docs/search' && (
            <p class="source">
              <a href={markdownPath(path)}>This page as Markdown</a>
            </p>
          )}
        </main>
        <Contents headings={headings} />
      </div>
    </>
  );
}

function Content(block: Block) {
  if ('console' in block) return <Console {...block.console} />;
  return <div class="text" dangerouslySetInnerHTML={{ __html: block.html }} />;
}

/** Beside the text; on a phone below it, where the link at the top leads. */
function Menu({ sections, path }: { sections: readonly NavSection[]; path: string }) {
  const current = sections.find(({ pages }) => pages.some((page) => page.path === path)) ?? sections[0];
  return (
    <nav class="menu" id="menu" aria-label="Documentation">
      {sections.map(({ title, pages }) => (
        <details open={title === current?.title} key={title}>
          <summary>{title}</summary>
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <a href={page.path} aria-current={page.path === path ? 'page' : undefined}>
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

function Contents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < 2) return <div class="contents" />;
  return (
    <nav class="contents" aria-label="On this page">
      <p>On this page</p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

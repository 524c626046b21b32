import { renderJsonElement } from '../document.tsx';
import { escapeText, toHtml } from '../html.ts';
import { interpolate } from '../locale.ts';
import { getAccountWords } from './language.ts';
import type { DashboardModel } from './model.ts';
import { Submit } from './parts.tsx';

/** The document of the dashboard: what its program starts with, and a plain page for those without JavaScript. */
export function buildDashboardDocument(model: DashboardModel): string {
  const { site, assets, theme, data } = model;
  const { locale, nonce } = site;
  const colors = theme === 'system' ? 'light dark' : theme;
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>Daybook</title>`,
    `<meta name="robots" content="noindex">`,
    `<meta name="color-scheme" content="${colors}">`,
    // Components that add a style of their own look here for the nonce.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    toHtml(<link rel="icon" href={site.assets.icon} />),
    toHtml(<link rel="stylesheet" href={assets.css} />),
    // Loaded without delaying the first picture; the program applies it.
    toHtml(<link rel="stylesheet" href={assets.areaCss} media="not all" id="area-style" />),
    ...assets.imports.map((path) => `<link rel="modulepreload" href="${escapeText(path)}">`),
    ...assets.scripts.map((path) => `<script type="module" src="${escapeText(path)}"></script>`),
  ];
  const root = `<html lang="${locale.tag}" dir="${locale.dir}"${theme === 'system' ? '' : ` data-theme="${theme}"`}>`;
  const body = `<div id="root"></div><noscript>${toHtml(<WithoutScript {...model} />)}</noscript>`;
  return `<!doctype html>${root}<head>${head.join('')}</head><body>${body}${renderJsonElement('start', data)}</body></html>`;
}

function WithoutScript({ site, name, email, workspace, role }: DashboardModel) {
  const words = getAccountWords(site.locale.tag);
  const facts = [
    [words.signedInAs, email],
    [words.workspace, workspace],
    [words.role, words.roles[role]],
  ];
  return (
    <main class="without-script">
      <h1>{interpolate(words.hello, { name })}</h1>
      <p class="muted">{words.shellHint}</p>
      <dl class="facts">
        {facts.map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <nav class="row" aria-label={words.security}>
        <a class="btn" href="/app/security">
          {words.security}
        </a>
        <a class="btn" href="/app?again=1">
          {words.otherWorkspace}
        </a>
      </nav>
      <form method="post" action="/app/sign-out">
        <Submit label={words.signOut} isQuiet />
      </form>
    </main>
  );
}

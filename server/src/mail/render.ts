import { getDirection } from '@daybook/booking/language';

/** A letter as parts; HTML and text are two spellings of the same. */
export interface Message {
  readonly language: string;
  readonly organization: string;
  readonly logoUrl: string | null;
  /** Six hex digits. */
  readonly color: string;
  readonly heading: string;
  readonly greeting: string;
  /** What a user wrote, in the place of all but the footer. Blank lines part paragraphs, and web addresses are links. */
  readonly body?: string;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly gone?: boolean }[];
  readonly actions: readonly { readonly label: string; readonly href: string }[];
  readonly footer: string;
  /** A link at the very end. */
  readonly refusal?: { readonly label: string; readonly href: string };
}

export function renderText({
  organization,
  heading,
  greeting,
  body,
  facts,
  actions,
  footer,
  refusal,
}: Message): string {
  return [
    organization,
    '',
    ...(body === undefined ? [greeting, '', `${heading}.`, '', ...facts.map(factLine)] : [body]),
    ...actions.flatMap(({ label, href }) => ['', `${label}:`, href]),
    '',
    '-- ',
    footer,
    ...(refusal ? [`${refusal.label}: ${refusal.href}`] : []),
    '',
  ].join('\n');
}

/** A label may be a question, which ends by itself. */
function factLine({ label, value }: Message['facts'][number]): string {
  return `${label}${/[?:]$/.test(label) ? '' : ':'} ${value}`;
}

/** What a calendar shows beside the time. */
export function renderDescription({ facts, actions, footer }: Message): string {
  return [
    ...facts.filter(({ gone }) => !gone).map(factLine),
    ...actions.map(({ label, href }) => `${label}: ${href}`),
    footer,
  ].join('\n');
}

/** Tables and inline styles: what mail programs still understand. */
export function renderHtml({
  language,
  organization,
  logoUrl,
  color,
  heading,
  greeting,
  body,
  facts,
  actions,
  footer,
  refusal,
}: Message): string {
  const direction = getDirection(language);
  const side = direction === 'rtl' ? 'right' : 'left';
  const padding = direction === 'rtl' ? '4px 0 4px 16px' : '4px 16px 4px 0';
  const rows = facts.map(
    ({ label, value, gone }) =>
      `<tr><th class="muted" scope="row" align="${side}" valign="top" style="padding:${padding};color:#57606a;font-weight:normal">${escapeHtml(label)}</th>` +
      `<td dir="auto" align="${side}" valign="top" style="padding:4px 0;text-align:${side}">${gone ? `<s>${lines(value)}</s>` : lines(value)}</td></tr>`,
  );
  const said = [
    `<p style="margin:0 0 8px">${escapeHtml(greeting)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>`,
    `<table style="border-collapse:collapse">\n${rows.join('\n')}\n</table>`,
  ];
  const links = actions.map(
    ({ label, href }) =>
      `<p style="margin:16px 0 0"><a class="button" href="${escapeHtml(href)}" style="display:inline-block;padding:10px 18px;border:1px solid #1f2328;border-radius:6px;color:#1f2328;text-decoration:none">${escapeHtml(label)}</a></p>`,
  );
  const end = refusal
    ? ` <a class="muted" href="${escapeHtml(refusal.href)}" style="color:#57606a">${escapeHtml(refusal.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(heading)}</title>
<style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:24px;background:#f6f8fa;color:#1f2328;font:16px/1.5 system-ui,sans-serif">
<table class="card" role="presentation" width="100%" style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid #${escapeHtml(color)};border-radius:6px"><tr><td style="padding:24px">
<p style="margin:0 0 16px;font-weight:bold">${logoUrl === null ? escapeHtml(organization) : logo(logoUrl, organization)}</p>
${body === undefined ? said.join('\n') : paragraphs(body)}
${links.join('\n')}
</td></tr></table>
<p class="muted" style="max-width:560px;margin:16px auto 0;color:#57606a;font-size:13px">${escapeHtml(footer)}${end}</p>
</body>
</html>
`;
}

/** Old mail whose picture is gone, and programs that load none, show the name. On white, since most logos are made for paper. */
function logo(url: string, organization: string): string {
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(organization)}" height="40" style="display:block;height:40px;max-width:240px;object-fit:contain;background:#ffffff;border-radius:6px;color:#1f2328">`;
}

/** Inline styles win unless these are important. */
const darkStyle =
  ':root{color-scheme:light dark}@media(prefers-color-scheme:dark){.page{background:#0d0f13!important;color:#eceff4!important}.card{background:#171a21!important}.muted{color:#a3abb8!important}.button{border-color:#78818f!important;color:#eceff4!important}}';

function paragraphs(body: string): string {
  return body
    .split(/\n\s*\n/)
    .map((text) => `<p dir="auto" style="margin:0 0 16px">${withLinks(lines(text))}</p>`)
    .join('\n');
}

/** In text that is escaped already. What strangers typed has no web address left (`neutralize.ts`). */
function withLinks(html: string): string {
  return html.replaceAll(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g, (href) => `<a href="${href}">${href}</a>`);
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

import type { Content } from './content.ts';
import { escapeHtml } from './render.ts';
import type { MessageRow } from './store.ts';

export function listPage(messages: readonly { row: MessageRow; content: Content }[]): string {
  const rows = messages.map(
    ({ row, content }) =>
      `<tr><td>${escapeHtml(row.created_at.slice(0, 19).replace('T', ' '))}</td><td>${escapeHtml(row.to_email)}</td>` +
      `<td><a href="/dev/mail/${row.id}">${escapeHtml(content.subject)}</a></td><td>${escapeHtml(row.status)}</td></tr>`,
  );
  const none = '<p>No emails yet. Book a time to see the emails here.</p>';
  const table = `<table><thead><tr><th scope="col">Created (UTC)</th><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Status</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return page(
    'Local outbox',
    `<p>SMTP_URL isn’t set, so emails aren’t sent. They stay here, and only this machine can see them.</p>
${messages.length === 0 ? none : table}`,
  );
}

export function renderMessagePage(row: MessageRow, content: Content): string {
  const facts = [
    ['To', `${content.to.name} <${content.to.email}>`],
    ['From', content.from],
    ['Reply to', content.replyTo ? `${content.replyTo.name} <${content.replyTo.email}>` : ''],
    ['Written', row.created_at],
    ['State', `${row.status}${row.last_error ? `: ${row.last_error}` : ''}`],
  ].map(
    ([label = '', value = '']) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const invite = content.invitation ? `<p><a href="/dev/mail/${row.id}/invite.ics">invite.ics</a></p>` : '';
  return page(
    content.subject,
    `<p><a href="/dev/mail">All emails</a></p><table>${facts.join('')}</table>${invite}
<h2>HTML</h2><iframe title="The message as HTML" sandbox="allow-popups" src="/dev/mail/${row.id}/html"></iframe>
<h2>Text</h2><pre>${escapeHtml(content.text)}</pre>`,
  );
}

const style = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
table{border-collapse:collapse}th,td{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top}
iframe{width:100%;height:32rem;border:1px solid #8888;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

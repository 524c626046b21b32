export const someId = '01a1e300-9fd6-7539-9182-a8cf9265e2d3';

/** A report as Postfix writes it. */
export function buildBounceReport(
  id: string,
  { action = 'failed', returned = 'text/rfc822-headers' } = {},
): string {
  const status = action === 'failed' ? '5.1.1' : '4.4.1';
  return [
    'From: MAILER-DAEMON@mx.example',
    'To: no-reply@juniper.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain',
    '',
    'I am sorry to have to inform you.',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ines@okafor.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ines@okafor.example>: Recipient address',
    '    rejected: no such user',
    '',
    '--cut',
    `Content-Type: ${returned}`,
    '',
    'From: Mara <no-reply@juniper.example>',
    `Message-ID: <${id}@juniper.example>`,
    'Subject: Booked',
    '',
    'Hello',
    '--cut--',
    '',
  ].join('\r\n');
}

/** What an email address and a name say about a person and their company. */

const freeMail = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.de hotmail.fr hotmail.co.uk hotmail.it
  hotmail.es live.com live.de live.fr live.co.uk live.nl msn.com yahoo.com yahoo.de yahoo.fr yahoo.co.uk yahoo.co.in
  yahoo.co.jp yahoo.it yahoo.es yahoo.com.br yahoo.ca ymail.com rocketmail.com icloud.com me.com mac.com aol.com aim.com
  proton.me protonmail.com protonmail.ch pm.me gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr web.de freenet.de t-online.de
  arcor.de online.de mail.com email.com mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru rambler.ru orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it tin.it terra.com.br uol.com.br
  bol.com.br qq.com 163.com 126.com sina.com sina.cn foxmail.com naver.com hanmail.net daum.net docomo.ne.jp ezweb.ne.jp
  softbank.ne.jp rediffmail.com zoho.com zohomail.com fastmail.com fastmail.fm tutanota.com tutamail.com tuta.io hey.com
  hushmail.com posteo.de mailbox.org comcast.net verizon.net att.net sbcglobal.net cox.net charter.net bellsouth.net
  earthlink.net btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net telenet.be skynet.be ziggo.nl kpnmail.nl
  xs4all.nl home.nl planet.nl bluewin.ch hispeed.ch seznam.cz centrum.cz email.cz wp.pl o2.pl onet.pl interia.pl
  op.pl abv.bg ukr.net i.ua telia.com bredband.net online.no bigpond.com optusnet.com.au xtra.co.nz shaw.ca rogers.com
  sympatico.ca videotron.ca mailinator.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com`.split(
    /\s+/,
  ),
);

const roles = new Set(
  `abuse accounting accounts admin administrator all billing bookings contact customerservice enquiries help hello helpdesk
  hostmaster hr info invoice invoices jobs kontakt legal mail mailer-daemon marketing media news newsletter no-reply
  noc noreply do-not-reply donotreply office orders post postmaster press privacy recruiting reception root sales security
  service spam subscribe support team webmaster`.split(/\s+/),
);

/** The company's domain in an email address, or why there is none. */
export function parseCompanyDomain(
  email: string,
): { domain: string } | { skipped: 'free_mail' | 'role_address' } {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).toLowerCase().replace(/\+.*$/s, '');
  const domain = email.slice(at + 1).toLowerCase();
  if (freeMail.has(domain)) return { skipped: 'free_mail' };
  if (roles.has(local)) return { skipped: 'role_address' };
  return { domain: domain.replace(/^(?:mail|email|www)\.(?=[^.]+\.[^.]+)/, '') };
}

/** `Ines van der Okafor` is Ines, van der Okafor; a single word is a first name. */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  const reversed = /^([^,]+), ([^,]+)$/.exec(text);
  if (reversed) return { firstName: reversed[2] ?? null, lastName: reversed[1] ?? null };
  const space = text.indexOf(' ');
  if (space === -1) return { firstName: text || null, lastName: null };
  return { firstName: text.slice(0, space), lastName: text.slice(space + 1) };
}

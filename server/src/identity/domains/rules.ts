/** Where anyone can get an address, so that nobody can own the domain. */
const publicDomains = new Set(
  `aol.com bluewin.ch duck.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com
  hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com me.com
  msn.com naver.com orange.fr outlook.com outlook.de outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com
  sapo.pt t-online.de tutanota.com uol.com.br web.de yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com
  zoho.com 126.com 163.com`.split(/\s+/),
);

/** Names that are a plain word. */
const plainDomain = /^mail\.(?:com|ru)$/;

export function findDomainProblem(name: string): string | undefined {
  if (publicDomains.has(name) || plainDomain.test(name))
    return 'Anyone can get an address of this domain, so no workspace can own it. Add your company’s domain.';
  return undefined;
}

/** The TXT record that proves who owns a domain. */
export function buildRecord({ name, token }: { readonly name: string; readonly token: string }) {
  return { type: 'TXT' as const, name: `_daybook.${name}`, value: `daybook-verification=${token}` };
}

/** `missing`: the DNS answered, without the record. `unknown`: it did not answer, which says nothing. */
export type DomainProof = 'found' | 'missing' | 'unknown';

export function describeProof(proof: DomainProof, name: string): string | null {
  switch (proof) {
    case 'found':
      return null;
    case 'missing':
      return `The TXT record of _daybook.${name} was not found. Changes of the DNS can take some hours.`;
    default:
      return `The DNS of ${name} did not answer. Try again in some minutes.`;
  }
}

/** How long a verified domain may be without its record. */
const graceDays = 7;

export function isGraceOver(failingSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) > graceDays * 86_400_000;
}

export function getEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

import { findNameProblem, normalizeDomain } from './domain-name.ts';

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

/** Why a workspace can't sign people in by a domain. It may be that of the installation itself. */
export function findSignInProblem(text: string): string | undefined {
  const name = normalizeDomain(text);
  if (publicDomains.has(name) || plainDomain.test(name))
    return 'Anyone can get an address of this domain, so no workspace can own it. Add your company’s domain.';
  return findNameProblem(text);
}

import { domainToUnicode } from 'node:url';

/** Normalizes text for search and comparison: without accents, in lower case. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

/** A LIKE pattern for text that contains this, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A domain in the letters that people read: `xn--mller-kva.example` is `müller.example`. */
export function readableDomain(domain: string): string {
  return domainToUnicode(domain) || domain;
}

import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';
import { afterEscape } from './text.ts';

/**
 * Whether this is a phone number in E.164, with a country code that exists and a length that its numbers have. Which ranges
 * a country has assigned is not checked: that changes faster than our data, and a refused number could never be called.
 */
export function isPhoneNumber(text: string): boolean {
  if (!/^\+[1-9]\d{5,14}$/.test(text)) return false;
  const parsed = parsePhoneNumberFromString(text);
  return parsed !== undefined && parsed.number === text && parsed.isPossible();
}

/** The countries that a number may belong to (`DE`); several where they share a calling code, none for satellites. */
export function listCountries(phoneNumber: string): readonly string[] {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (!parsed) return [];
  return parsed.country ? [parsed.country] : parsed.getPossibleCountries();
}

/** Whether callers pay extra for each call, as far as the number ranges of the country are known. */
export const isPremiumRate = (phoneNumber: string): boolean =>
  parsePhoneNumberFromString(phoneNumber)?.getType() === 'PREMIUM_RATE';

/** Whether this is the code of a country that has phone numbers. */
export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** Every country with the code that its numbers begin with: `DE` and `49`. */
export function listCallingCodes(): readonly { readonly country: string; readonly code: string }[] {
  return getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }));
}

/** A number as somebody in a country wrote it, with the country's code. What can't be read as one stays as it is. */
export function addCallingCode(text: string, country: string): string {
  if (!isSupportedCountry(country)) return text;
  const parsed = parsePhoneNumberFromString(text, country as CountryCode);
  return parsed?.isPossible() ? parsed.formatInternational() : text;
}

/** A shorter one without the code of its country may be anything: a year, an amount, a part of an id. */
const minBareDigits = 7;

/**
 * A regular expression, for PostgreSQL, for a number however somebody wrote it: with its country's code or a zero in its place, with
 * spaces, dots, hyphens, slashes and brackets, also those that word processors put in their place. Digits of ids, which letters
 * stand beside, are no number.
 */
export function buildPhonePattern(phoneNumber: string): string {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  const digits = parsed?.nationalNumber ?? phoneNumber.replaceAll(/\D/g, '');
  const between = '[\\s\\u00a0\\u2000-\\u2015\\u202f\\u2060().\\/-]*';
  const spread = (text: string) => [...text].join(between);
  const coded = parsed && `${spread(parsed.countryCallingCode)}${between}(?:[(]?0[)]?${between})?`;
  const national = `${spread(digits)}(?![0-9])`;
  const prefixes = [...(coded ? [`(?:00${between})?${coded}`] : []), `[(]?0${between}`].join('|');
  const isOptional = digits.length >= minBareDigits ? '?' : '';
  return [
    ...(coded ? [`(?<![0-9])[+]${between}${coded}${national}`] : []),
    `(?:(?<![0-9a-z])|${afterEscape})(?:${prefixes})${isOptional}${national}(?![a-f])`,
  ].join('|');
}

import { z } from 'zod';

/** The currencies of ISO 4217 in which amounts are paid: no metals, no funds, no codes for tests. */
const codes = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
  IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
  MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP
  SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG
  XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

export const currency = z
  .string()
  .refine((code) => codes.has(code), { message: 'Must be an ISO 4217 code such as EUR.' })
  .meta({ pattern: '^[A-Z]{3}$', example: 'EUR' });

const whole = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** Whether amounts of a currency have no decimals: there is nothing smaller than one yen. */
export const isWholeCurrency = (code: string): boolean => whole.has(code);

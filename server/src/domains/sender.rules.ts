import type { DomainRecord } from './rules.ts';

/** A key that signs emails, as its DNS record has it. */
export interface SenderKey {
  readonly selector: string;
  readonly publicKey: string;
}

/** What name servers said about a domain that sends emails. */
export interface SenderFinding {
  readonly spf: readonly string[];
  readonly dmarc: readonly string[];
  /** By selector. */
  readonly dkim: Readonly<Record<string, readonly string[]>>;
}

export const buildDkimName = (name: string, selector: string): string => `${selector}._domainkey.${name}`;

/** Where a DMARC record may be: at the name itself, or at a domain above it (RFC 7489, 6.6.3). */
export function listDmarcNames(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
}

/** The records that a sender domain needs, the newest key first. `installation` is the domain of MAIL_FROM. */
export function judgeSenderRecords(
  name: string,
  keys: readonly SenderKey[],
  installation: string,
  found: SenderFinding | null,
): DomainRecord[] {
  return [
    ...keys.map((key) => judgeDkim(name, key, found?.dkim[key.selector])),
    judgeSpf(name, installation, found?.spf),
    judgeDmarc(name, found?.dmarc),
  ];
}

/** Several keys have a record each, while one replaces another: the newest with a record signs. */
export function findActiveSelector(
  name: string,
  keys: readonly SenderKey[],
  found: SenderFinding,
): string | undefined {
  return keys.find((key) => judgeDkim(name, key, found.dkim[key.selector]).state === 'correct')?.selector;
}

/** SPF and DMARC are correct, and there is a key to sign with. */
export function isSenderCorrect(records: readonly DomainRecord[]): boolean {
  const isCorrect = ({ state }: DomainRecord): boolean => state === 'correct';
  return (
    records.some((record) => record.about === 'dkim' && isCorrect(record)) &&
    records.filter(({ about }) => about !== 'dkim').every(isCorrect)
  );
}

function judgeDkim(
  name: string,
  { selector, publicKey }: SenderKey,
  found: readonly string[] | undefined,
): DomainRecord {
  const isOurs = (text: string): boolean => text.replaceAll(/\s/g, '').includes(`p=${publicKey}`);
  const value = `v=DKIM1; k=rsa; p=${publicKey}`;
  const record = { about: 'dkim', type: 'TXT', name: buildDkimName(name, selector), value } as const;
  return { ...record, ...judgeTexts(found, (texts) => texts.some(isOurs)) };
}

function judgeSpf(name: string, installation: string, found: readonly string[] | undefined): DomainRecord {
  const include = `include:${installation}`;
  const records = found?.filter((text) => /^v=spf1( |$)/i.test(text));
  const [present] = records ?? [];
  const has = (text: string): boolean => text.toLowerCase().split(/\s+/).includes(include);
  const isAdded = present !== undefined && !has(present);
  const value = isAdded ? extendSpf(present, include) : (present ?? `v=spf1 ${include} ~all`);
  const record = { about: 'spf', type: 'TXT', name, value } as const;
  // Receivers refuse to choose between several.
  return { ...record, ...judgeTexts(records, (texts) => texts.length === 1 && texts.every(has)) };
}

/** Before the part that decides about all other servers. */
function extendSpf(text: string, include: string): string {
  if (/\sredirect=/i.test(text)) return text.replace(/(?=\s+redirect=)/i, ` ${include}`);
  return text.replace(/(\s+[-~?+]?all)?\s*$/i, (end) => ` ${include}${end || ' ~all'}`);
}

function judgeDmarc(name: string, found: readonly string[] | undefined): DomainRecord {
  const records = found?.filter((text) => /^v=DMARC1/i.test(text));
  const record = { about: 'dmarc', type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none' } as const;
  return { ...record, ...judgeTexts(records, (texts) => texts.some((text) => /;\s*p=\w+/i.test(text))) };
}

function judgeTexts(
  found: readonly string[] | undefined,
  isCorrect: (texts: readonly string[]) => boolean,
): Pick<DomainRecord, 'state' | 'found'> {
  if (!found) return { state: 'unknown', found: [] };
  if (found.length === 0) return { state: 'missing', found: [] };
  return { state: isCorrect(found) ? 'correct' : 'wrong', found: [...found] };
}

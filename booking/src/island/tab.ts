import type { Choice } from '../model.ts';

/** What is kept in this tab: what was typed, until it is booked, and then where the booking is. */

const typedKey = `daybook:typed:${location.pathname}`;
const bookedKey = `daybook:booked:${location.pathname}`;

export function preserveTypedValues(form: HTMLFormElement): void {
  restore(form);
  form.addEventListener('input', () => write(typedKey, typedValues(form)));
}

/** Not what the page filled in itself, and no consent: that is given anew. */
function controlsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] {
  return [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')].filter(
    (control) => control.name !== 'website' && !control.closest('[data-kind=consent]'),
  );
}

type Values = Readonly<Record<string, readonly string[]>>;

function typedValues(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return Object.fromEntries(controlsOf(form).map(({ name }) => [name, data.getAll(name).map(String)]));
}

/** Only into fields that are empty: what the URL or the server filled in is newer. */
function restore(form: HTMLFormElement): void {
  const values = read<Values>(typedKey) ?? {};
  const current = typedValues(form);
  for (const control of controlsOf(form)) {
    const typed = values[control.name] ?? [];
    const isFilledIn = (current[control.name] ?? []).some((value) => value !== '');
    if (typed.length === 0 || (isFilledIn && control.dataset['guess'] === undefined)) continue;
    if (control.type === 'radio' || control.type === 'checkbox')
      (control as HTMLInputElement).checked = typed.includes(control.value);
    else control.value = typed[0] ?? '';
    if (control.value !== '') control.closest('details')?.setAttribute('open', '');
  }
}

interface StoredBooking extends Pick<Choice, 'date' | 'time' | 'zone'> {
  readonly url: string;
}

export function rememberBooking(fields: URLSearchParams, url: string): void {
  const instead = fields.get('slot')?.split(' ');
  const [date, time] = instead ?? [fields.get('date'), fields.get('start')];
  write(typedKey, {});
  write(bookedKey, { date, time, zone: fields.get('zone'), url });
}

/** The URL of the booking that was made in this tab for this choice. */
export function findOwnBooking({ date, time, zone }: Choice): string | undefined {
  const booked = read<StoredBooking>(bookedKey);
  const isSame = booked?.date === date && booked.time === time && booked.zone === zone;
  return isSame ? booked.url : undefined;
}

/** In a frame, browsers may forbid to keep anything. */
function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

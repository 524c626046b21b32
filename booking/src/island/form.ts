import { getElement } from './details.ts';
import { rememberBooking, preserveTypedValues } from './tab.ts';
import { validateValue, type Field } from '../fields.ts';
import type { PickData } from '../model.ts';

/** Validates without a round trip, submits once, and says so when there is no connection. Without it, a plain form. */
export function enhanceForm(form: HTMLFormElement, { errors, mode }: PickData): void {
  form.noValidate = true;
  if (mode === 'book') preserveTypedValues(form);
  showLocationFields(form);
  let isSubmitted = false;
  const setSubmitted = (is: boolean): void => {
    isSubmitted = is;
    showSending(is);
  };
  // The browser may restore this page, as it was left, from its history: its times are old, and one is booked.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSubmitted) return;
    const firstInvalid = validateForm(form, errors);
    if (firstInvalid) return firstInvalid.focus();
    setSubmitted(true);
    submit(form, event.submitter).catch(() => {
      setSubmitted(false);
      showOffline(errors.offline);
    });
  });
}

/** A redirect leads to the booking. What the server rejects is sent again as a plain form, so that its answer is shown. */
async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  const response = await fetch(form.action, {
    method: 'POST',
    body: fields,
    headers: { accept: 'text/html' },
  });
  if (response.redirected) {
    rememberBooking(fields, response.url);
    location.assign(response.url);
    return;
  }
  form.append(submittedBy(submitter));
  form.submit();
}

/** `form.submit()` leaves out the button, which names the time that was chosen instead. */
function submittedBy(submitter: HTMLElement | null): HTMLInputElement {
  const { name = '', value = '' } = (submitter ?? {}) as Partial<HTMLButtonElement>;
  return Object.assign(document.createElement('input'), { type: 'hidden', name, value });
}

function showSending(isSending: boolean): void {
  const send = getElement('send');
  getElement('offline').hidden = true;
  if (isSending) {
    send.setAttribute('aria-disabled', 'true');
    send.dataset['idle'] = send.textContent ?? '';
    send.textContent = send.dataset['sending'] ?? '';
  } else {
    send.removeAttribute('aria-disabled');
    send.textContent = send.dataset['idle'] ?? '';
  }
}

function showOffline(text: string): void {
  const notice = getElement('offline');
  notice.hidden = false;
  notice.textContent = text;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows each field's error beside it; returns the first invalid field. */
function validateForm(form: HTMLFormElement, errors: PickData['errors']): HTMLElement | undefined {
  let first: HTMLElement | undefined;
  for (const box of form.querySelectorAll<HTMLElement>('[data-kind]')) {
    const name = box.dataset['name'] ?? (box as Control).name;
    const field = {
      kind: box.dataset['kind'] as Field['kind'],
      required: 'required' in box ? (box as Control).required : box.dataset['required'] !== undefined,
      maxLength: Number(box.getAttribute('maxlength') ?? 5000),
    };
    const error = validateValue(field, new FormData(form).getAll(name).map(String));
    const message = error ? (errors[error as keyof typeof errors] ?? errors.required) : '';
    const inputs = box.matches('fieldset') ? [...box.querySelectorAll<HTMLElement>('input')] : [box];
    for (const input of inputs) {
      if (error) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    const slot = document.getElementById(`${name}-error`);
    if (slot) slot.textContent = message;
    if (error) {
      box.closest('details')?.setAttribute('open', '');
      first ??= inputs[0];
    }
  }
  return first;
}

/** Shows the fields that belong to the chosen location. */
function showLocationFields(form: HTMLFormElement): void {
  const update = (): void => {
    const chosen = String(new FormData(form).get('location'));
    for (const input of form.querySelectorAll<HTMLInputElement>('[data-for]')) {
      const isShown = (input.dataset['for'] ?? '').split(' ').includes(chosen);
      const box = input.closest<HTMLElement>('.field');
      if (box) box.hidden = !isShown;
      input.required = isShown && input.name !== 'details';
    }
  };
  update();
  form.addEventListener('change', update);
}

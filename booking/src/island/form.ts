import { whyNotValue, type Field } from '../fields.ts';
import type { PickData } from '../model.ts';

/** The form works by itself; this says what is missing without a round trip, and sends it once. */
export function enhanceForm(form: HTMLFormElement, { errors }: PickData): void {
  form.noValidate = true;
  followPlace(form);
  let isSent = false;
  // Coming back to this page by the browser's own history, the form is as it was left.
  addEventListener('pageshow', () => {
    isSent = false;
    document.querySelector('#send')?.removeAttribute('aria-disabled');
  });
  form.addEventListener('submit', (event) => {
    if (isSent) return event.preventDefault();
    const wrong = check(form, errors);
    if (wrong) {
      event.preventDefault();
      wrong.focus();
      return;
    }
    isSent = true;
    document.querySelector('#send')?.setAttribute('aria-disabled', 'true');
  });
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Says at each field what is wrong with it, and returns the first that is. */
function check(form: HTMLFormElement, errors: PickData['errors']): HTMLElement | undefined {
  let first: HTMLElement | undefined;
  for (const box of form.querySelectorAll<HTMLElement>('[data-kind]')) {
    const name = box.dataset['name'] ?? (box as Control).name;
    const field = {
      kind: box.dataset['kind'] as Field['kind'],
      required: 'required' in box ? (box as Control).required : box.dataset['required'] !== undefined,
      maxLength: Number(box.getAttribute('maxlength') ?? 5000),
    };
    const why = whyNotValue(field, new FormData(form).getAll(name).map(String));
    const message = why ? (errors[why as keyof typeof errors] ?? errors.required) : '';
    const target = box.matches('fieldset') ? box.querySelector<HTMLElement>('input') : box;
    for (const input of box.matches('fieldset') ? box.querySelectorAll('input') : [box]) {
      if (why) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    const slot = document.getElementById(`${name}-error`);
    if (slot) slot.textContent = message;
    if (why) {
      box.closest('details')?.setAttribute('open', '');
      first ??= target ?? box;
    }
  }
  return first;
}

/** What is asked for one kind of place alone is shown when that one is chosen. */
function followPlace(form: HTMLFormElement): void {
  const follow = (): void => {
    const chosen = String(new FormData(form).get('location'));
    for (const input of form.querySelectorAll<HTMLInputElement>('[data-for]')) {
      const isAsked = input.dataset['for']?.split(' ').includes(chosen);
      const box = input.closest<HTMLElement>('.field');
      if (box) box.hidden = !isAsked;
      input.required = isAsked === true && input.name !== 'details';
    }
  };
  follow();
  form.addEventListener('change', follow);
}

import { validateValue, type Field } from '../fields.ts';
import type { PickData } from '../model.ts';

/** Validates without a round trip, and submits once. Without it the form works as plain HTML. */
export function enhanceForm(form: HTMLFormElement, { errors }: PickData): void {
  form.noValidate = true;
  showLocationFields(form);
  let isSubmitted = false;
  // The browser may restore this page, as it was left, from its history.
  addEventListener('pageshow', () => {
    isSubmitted = false;
    document.querySelector('#send')?.removeAttribute('aria-disabled');
  });
  form.addEventListener('submit', (event) => {
    if (isSubmitted) return event.preventDefault();
    const firstInvalid = validateForm(form, errors);
    if (firstInvalid) {
      event.preventDefault();
      firstInvalid.focus();
      return;
    }
    isSubmitted = true;
    document.querySelector('#send')?.setAttribute('aria-disabled', 'true');
  });
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
    const target = box.matches('fieldset') ? box.querySelector<HTMLElement>('input') : box;
    for (const input of box.matches('fieldset') ? box.querySelectorAll('input') : [box]) {
      if (error) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    const slot = document.getElementById(`${name}-error`);
    if (slot) slot.textContent = message;
    if (error) {
      box.closest('details')?.setAttribute('open', '');
      first ??= target ?? box;
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

import { flushSync } from 'react-dom'

/** Shows a form's errors by `show` and focuses the first invalid field. */
export function showInvalid(form: HTMLFormElement, show: () => void): void {
  flushSync(show)
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

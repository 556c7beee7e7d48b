import { flushSync } from 'react-dom'

/** Lets a form say what is wrong, by `show`, and leads to the first field that says so. */
export function showInvalid(form: HTMLFormElement, show: () => void): void {
  flushSync(show)
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

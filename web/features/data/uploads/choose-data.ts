import { acceptedFiles } from './accepted-files'
import { addFiles } from './uploads'

/** Opens the system's file picker and adds what is chosen. */
export function chooseData(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = acceptedFiles
  input.multiple = true
  input.addEventListener('change', () => addFiles(input.files ?? []))
  input.click()
}

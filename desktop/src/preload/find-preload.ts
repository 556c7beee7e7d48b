import { ipcRenderer } from 'electron'

/** The find bar's script, in a world that no page reaches. The bar is shell HTML and runs no script of its own. */
interface Found {
  /** The match's number, from 1; 0 if nothing is found. */
  readonly place: number
  readonly count: number
}

window.addEventListener('DOMContentLoaded', () => {
  const field = document.querySelector<HTMLInputElement>('#text')
  const output = document.querySelector<HTMLOutputElement>('#count')
  if (field === null || output === null) return
  const step = (isForward: boolean) => {
    if (field.value !== '') ipcRenderer.send('find', { kind: 'step', text: field.value, isForward })
  }
  field.addEventListener('input', () => {
    if (field.value === '') output.textContent = ''
    ipcRenderer.send('find', { kind: 'type', text: field.value })
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    step(!event.shiftKey)
  })
  document.querySelector('#find')?.addEventListener('submit', (event) => {
    event.preventDefault()
    step(true)
  })
  document.querySelector('#previous')?.addEventListener('click', () => step(false))
  ipcRenderer.on('found', (_event, { place, count }: Found) => {
    if (field.value === '') return
    output.textContent = count === 0 ? 'Not found' : `${place} of ${count}`
    output.classList.toggle('none', count === 0)
  })
})

import { ipcRenderer } from 'electron'
import type { DesktopEvents } from '@tidemark/shared/ipc/desktop-api'
import type { DesktopCallArgs, DesktopCallName } from '@tidemark/shared/ipc/desktop-calls'

interface Answer {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly message: string; readonly detail?: string }
}

/** Calls the main process. Fails with the error's text: an error keeps nothing else on its way into the page. */
export async function callMain<Name extends DesktopCallName>(
  name: Name,
  args: DesktopCallArgs<Name>,
): Promise<unknown> {
  // The main process answers every call in this form.
  const answer = (await ipcRenderer.invoke(name, args)) as Answer
  if (answer.ok) return answer.value
  throw new Error([answer.error?.message, answer.error?.detail].filter(Boolean).join(' '))
}

/**
 * Listens to one kind of event; returns a function that stops it. The page never gets the event itself, through which
 * it could answer.
 */
export function listenToMain<Channel extends keyof DesktopEvents>(
  channel: Channel,
  listener: (event: DesktopEvents[Channel]) => void,
): () => void {
  const heard = (_event: unknown, value: DesktopEvents[Channel]) => listener(value)
  ipcRenderer.on(channel, heard)
  return () => void ipcRenderer.off(channel, heard)
}

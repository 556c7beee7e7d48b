import { shell } from 'electron'

/** Opens an address in the system's browser, and only an https one without a user or password in it. Says whether it did. */
export function safeOpenExternal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  void shell.openExternal(url.href)
  return true
}

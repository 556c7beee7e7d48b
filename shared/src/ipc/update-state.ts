/**
 * The state of the desktop app's updates. available: waits for the person to start the download. percent: 0 to 100.
 * withdrawn: it was downloaded and is no longer offered. reason: a sentence for the person.
 */
export type UpdateState =
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current' }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'withdrawn'; readonly version: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Describes the state of updates in a sentence. */
export function updateText(update: UpdateState): string {
  switch (update.kind) {
    case 'unsupported':
      return update.reason
    case 'idle':
      return 'Checked every six hours.'
    case 'checking':
      return 'Checking for a newer version…'
    case 'current':
      return 'You have the newest version.'
    case 'available':
      return `Version ${update.version} is available. It is downloaded when you choose.`
    case 'downloading':
      return `Version ${update.version} is being loaded: ${update.percent} %.`
    case 'ready':
      return `Version ${update.version} is ready. It is installed when you close Tidemark.`
    case 'withdrawn':
      return `Version ${update.version} was downloaded, but has been withdrawn. It will not be installed.`
    case 'failed':
      return `The last check failed: ${update.reason}`
  }
}

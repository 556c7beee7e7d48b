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
      return 'Looked for every six hours.'
    case 'checking':
      return 'Looking for a newer version…'
    case 'current':
      return 'This is the newest version.'
    case 'available':
      return `Version ${update.version} is there. It is loaded when you say so.`
    case 'downloading':
      return `Version ${update.version} is being loaded: ${update.percent} %.`
    case 'ready':
      return `Version ${update.version} is ready. It is installed when you close Tidemark.`
    case 'withdrawn':
      return `Version ${update.version} was loaded, but is offered no longer. It is not installed.`
    case 'failed':
      return `The last look failed: ${update.reason}`
  }
}

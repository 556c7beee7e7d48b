/** How the desktop app stands with its updates. available: it waits for the person's word to be loaded. percent: 0 to 100. reason: a sentence for the person. */
export type UpdateState =
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'current' }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly reason: string }

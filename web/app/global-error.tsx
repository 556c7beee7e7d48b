'use client'

import { FailedPage } from './error'

/**
 * What a person sees when not even the frame of a page could be drawn; also in place of Next's own (`in-place-of-next.mjs`), by which
 * it counts as caught by nobody, and is logged and reported so. The style sheet may be missing.
 */
export default function GlobalErrorPage({ error }: { readonly error: Error & { readonly digest?: string } }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark', fontFamily: 'system-ui' }}>
      <body>
        <title>Tidemark</title>
        <FailedPage error={error} onRetry={() => window.location.reload()} />
      </body>
    </html>
  )
}

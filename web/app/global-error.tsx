'use client'

import ErrorPage from './error'

/** Shown if not even the layout could be rendered. The style sheet may be missing. */
export default function GlobalErrorPage({ error }: { readonly error: Error & { readonly digest?: string } }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark', fontFamily: 'system-ui' }}>
      <body>
        <title>Tidemark</title>
        <ErrorPage error={error} reset={() => window.location.reload()} />
      </body>
    </html>
  )
}

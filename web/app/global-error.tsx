'use client'

import ErrorPage from './error'

/** The page shown if not even the frame of a page could be drawn. The style sheet may be missing. */
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

'use client'

import { useEffect } from 'react'
import { reportCaught } from '@/client/observability/report-caught'

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** Shown if a page could not be rendered. The person's work is in the local database and unaffected. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  useEffect(() => {
    reportCaught(error)
  }, [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-3 p-5">
      <h1 className="text-title text-text">This page could not be shown</h1>
      <p className="text-body text-muted">
        Nothing you made is lost: it is kept on this machine. Try again, or go to another page.
        {error.digest ? ` Error ${error.digest}.` : ''}
      </p>
      <div className="flex gap-2">
        <button
          type="button"
          onClick={reset}
          className="rounded-control bg-accent forced-color-adjust-none px-3 py-1.5 text-body text-on-accent"
        >
          Try again
        </button>
        {/* A full page load restarts the failed app. */}
        <a href="/" className="rounded-control border border-line-strong px-3 py-1.5 text-body text-text">
          Go home
        </a>
      </div>
    </main>
  )
}

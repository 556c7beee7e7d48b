import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { readShellPreferences } from '@/features/preferences/read-shell-preferences'
import { dataThemeOf } from '@/features/preferences/shell-preferences'
import { NavigationStart } from '@/client/page/navigation'
import { reportingMetaName } from '@/client/observability/reporting-meta'
import { pageReportingMeta } from '@/server/observability/page-reporting-meta'
import { mustGetServices } from '@/server/services'
import { inter } from '@/ui/inter'
import { requestLocale } from './_workspace/request-environment'
import './globals.css'

export const metadata: Metadata = {
  // The title is left to each page: a title here would come first in the HTML, and browsers show the first.
  description: 'A local-first analytics workspace.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
}

const endOfPage = 'end-of-page'

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const jar = await cookies()
  const dataTheme = dataThemeOf(readShellPreferences((name) => jar.get(name)?.value, null).theme)
  const { locale } = await requestLocale()
  const reporting = pageReportingMeta(mustGetServices().config)
  return (
    <html lang={locale} className={inter.variable} data-theme={dataTheme}>
      {reporting !== null && (
        <head>
          <meta name={reportingMetaName} content={reporting} />
        </head>
      )}
      <body>
        {/* Delays the first paint until the whole page has been parsed; otherwise its content would move as more
            arrives. */}
        <link rel="expect" href={`#${endOfPage}`} blocking="render" />
        {children}
        <NavigationStart />
        <span id={endOfPage} hidden />
      </body>
    </html>
  )
}

import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { themeCookie } from '@/client/ui-preferences'
import { inter } from '@/ui/inter'
import { requestLocale } from './_workspace/request-environment'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Tidemark', template: '%s · Tidemark' },
  description: 'A local-first analytics workspace.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = (await cookies()).get(themeCookie)?.value
  const { locale } = await requestLocale()
  return (
    <html lang={locale} className={inter.variable} {...(theme === 'dark' || theme === 'light' ? { 'data-theme': theme } : {})}>
      <body>{children}</body>
    </html>
  )
}

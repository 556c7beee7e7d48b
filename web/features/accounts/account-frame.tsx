import type { ReactNode } from 'react'
import { BrandMark } from '@/ui/brand-mark'

interface AccountFrameProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
  /** Below the card: a link to another page. */
  readonly foot?: ReactNode
}

/** The frame of the pages outside any workspace: signing in, setting up, joining. */
export function AccountFrame({ title, text, children, foot }: AccountFrameProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(24px,14vh)] pb-10">
      <p className="mb-5 flex items-center gap-2 text-title">
        <BrandMark />
        Tidemark
      </p>
      <div className="w-full max-w-[380px] rounded-tile border border-line bg-surface p-6 shadow-tile max-sm:p-5">
        <h1 className="text-[18px] leading-6 font-semibold">{title}</h1>
        {text && <p className="mt-1.5 text-muted">{text}</p>}
        {children}
      </div>
      {foot && <p className="mt-4 text-center text-muted">{foot}</p>}
    </main>
  )
}

/** The classes of links on these pages. */
export const accountLinkClass = 'rounded-row font-medium text-accent hover:underline'

import { use, useState } from 'react'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import type { MarkdownTextProps } from './markdown-text'

export const markdownPart = lazyPart(() => import('./markdown-text'))

const isServer = typeof window === 'undefined'

/**
 * A text in Markdown. The server renders it. The browser keeps the server's HTML and fetches the parser only when there is
 * another text to render; until the parser is here, the text is shown as it was written.
 */
export function MarkdownView({ source }: MarkdownTextProps) {
  const isHydrating = useIsHydrating()
  const [served, setServed] = useState(!isServer && isHydrating ? source : null)
  const Loaded = useLazyPart(markdownPart, source !== served)
  // The server waits: what it sends is complete.
  const Text = isServer ? (Loaded ?? use(markdownPart.load())) : Loaded
  // For good: the server's HTML is gone once something else was shown.
  if (Text !== null && served !== null) setServed(null)
  const className = 'flex flex-col gap-2 text-body break-words'
  // React leaves alone what it did not put there.
  if (Text === null && served !== null)
    return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  // Without a network it may not come: the text can be read all the same.
  return (
    <div className={className}>
      {Text === null ? (
        <p dir="auto" className="whitespace-pre-wrap">
          {source}
        </p>
      ) : (
        <Text source={source} />
      )}
    </div>
  )
}

import { useEffect, useRef } from 'react'
import type { Embed, EmbedOptions, EmbedParameters, TidemarkGlobal } from './embed-types'

interface TidemarkEmbedProps extends EmbedOptions {
  /** The address of your Tidemark, such as `https://tidemark.example.com`. */
  readonly server: string
  readonly className?: string
}

/**
 * A dashboard or chart of Tidemark in a React page. Copy this file and `embed-types.ts` into your project: they need
 * React alone. Another `url` or `server` makes a new frame; all other changes reach the one that is there, and a
 * parameter that is left out has its default again.
 */
export function TidemarkEmbed({ server, className, ...options }: TidemarkEmbedProps) {
  const element = useRef<HTMLDivElement>(null)
  const embed = useRef<Embed>(null)
  const latest = useRef(options)
  const told = useRef<EmbedParameters>({})
  const { url, theme, locale, height, title } = options
  const parameters = JSON.stringify(options.parameters ?? {})

  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const { current: parent } = element
    if (parent === null) return
    let isOver = false
    const { getToken } = latest.current
    loadScript(server).then(
      (tidemark) => {
        if (isOver) return
        embed.current = tidemark.embed(parent, {
          ...latest.current,
          ...(getToken && { getToken: () => latest.current.getToken?.() ?? getToken() }),
          onLoaded: (page) => latest.current.onLoaded?.(page),
          onFilterChanged: (field) => latest.current.onFilterChanged?.(field),
          onMarkClicked: (mark) => latest.current.onMarkClicked?.(mark),
          onError: (error) => latest.current.onError?.(error),
        })
      },
      (error: unknown) => latest.current.onError?.({ code: 'no-script', message: String(error) }),
    )
    return () => {
      isOver = true
      embed.current?.destroy()
      embed.current = null
    }
  }, [server, url])

  useEffect(() => {
    embed.current?.update({
      theme: theme ?? 'system',
      height: height ?? 'auto',
      ...(locale && { locale }),
      ...(title && { title }),
    })
  }, [theme, locale, height, title])

  useEffect(() => {
    const { parameters: values = {} } = latest.current
    const gone = Object.keys(told.current).map((name): [string, null] => [name, null])
    embed.current?.update({ parameters: { ...Object.fromEntries(gone), ...values } })
    told.current = values
  }, [parameters])

  return <div ref={element} className={className} />
}

const scripts = new Map<string, Promise<TidemarkGlobal>>()

/** Loads `embed.js` once. A failure is tried again by the next frame. */
function loadScript(server: string): Promise<TidemarkGlobal> {
  const known = scripts.get(server)
  if (known !== undefined) return known
  const loading = new Promise<TidemarkGlobal>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL('/embed/embed.js', server).href
    script.onload = () =>
      window.Tidemark === undefined ? reject(new Error(`No embed.js at ${server}`)) : resolve(window.Tidemark)
    script.onerror = () => {
      scripts.delete(server)
      reject(new Error(`${script.src} could not be loaded.`))
    }
    document.head.append(script)
  })
  scripts.set(server, loading)
  return loading
}

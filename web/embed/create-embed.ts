import { addSettings, parseFromFrame, toWire, type EmbedSettings, type FromFrame } from './embed-messages'
import type { Embed, EmbedError, EmbedOptions } from './embed-types'

/** How long a page may take to answer once the browser has loaded its frame. */
const answerTimeoutMs = 5_000
/** The height of a frame before its page is known. */
const firstHeightPx = 400
/** How many signed tokens in a row may be over when they arrive. */
const mostRenewals = 2

const allowed = [
  'allow-scripts',
  // The page has its own origin, so that messages can be checked by it.
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
].join(' ')

/**
 * Puts a frame with a page of Tidemark into an element. signedPages: the address below which signed pages lie. Throws if
 * neither `url` nor `getToken` is given.
 */
export function createEmbed(element: Element, given: EmbedOptions, signedPages: string): Embed {
  let options = checked(given)
  /** The values that were told last, by the name of their field. */
  const known = new Map<string, string>()
  let pageHeightPx = firstHeightPx
  let origin: string | null = null
  /** True once a page has answered, until it is told to load another. */
  let canTake = false
  let queued: EmbedSettings = {}
  let renewals = 0
  let opening = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', allowed)
  frame.loading = 'lazy'
  frame.referrerPolicy = 'no-referrer'
  frame.style.cssText = 'display:block;width:100%;border:0'

  const fail = (error: EmbedError) => {
    clearTimeout(timer)
    options.onError?.(error)
  }
  const send = (message: Parameters<typeof toWire>[0]) => {
    if (origin !== null) frame.contentWindow?.postMessage(toWire(message), origin)
  }
  const setHeight = () => {
    const { height } = options
    frame.style.height = `${typeof height === 'number' ? height : Math.ceil(pageHeightPx)}px`
  }

  /** Opens the page. search: what its reader has chosen so far. */
  const open = async (search = '') => {
    const mine = ++opening
    canTake = false
    queued = {}
    let address: URL
    try {
      address =
        options.getToken === undefined
          ? new URL(options.url ?? '', location.href)
          : new URL(`${await options.getToken()}/`, signedPages)
      if (!/^https?:$/.test(address.protocol)) throw new Error(`${address.protocol} is no page of Tidemark.`)
    } catch (thrown) {
      if (mine === opening)
        fail({ code: 'token-failed', message: thrown instanceof Error ? thrown.message : String(thrown) })
      return
    }
    if (mine !== opening) return
    addSettings(address.searchParams, settingsIn(options))
    const chosen = new URLSearchParams(search)
    for (const name of new Set(chosen.keys())) address.searchParams.delete(name)
    for (const [name, text] of chosen) address.searchParams.append(name, text)
    ;({ origin } = address)
    if (frame.src === '') frame.src = address.href
    // Without an entry of its own: the way back would lead to the page that is over.
    else frame.contentWindow?.location.replace(address.href)
  }

  /** Sends what waits, now that a page listens. What is sent while it loads another would be lost. */
  const takeQueued = () => {
    canTake = true
    if (Object.keys(queued).length === 0) return
    canTake = false
    send({ kind: 'set', ...queued })
    queued = {}
  }

  const take = (message: FromFrame) => {
    switch (message.kind) {
      case 'loaded': {
        clearTimeout(timer)
        renewals = 0
        frame.title = options.title ?? message.title
        pageHeightPx = message.heightPx
        setHeight()
        options.onLoaded?.({ title: message.title, height: pageHeightPx })
        for (const field of message.fields) {
          const values = JSON.stringify(field.values)
          const before = known.get(field.name)
          known.set(field.name, values)
          if (before !== undefined && before !== values) options.onFilterChanged?.(field)
        }
        return takeQueued()
      }
      case 'resize':
        pageHeightPx = message.heightPx
        return setHeight()
      case 'mark-clicked': {
        const { kind: _, ...clicked } = message
        return options.onMarkClicked?.(clicked)
      }
      case 'error':
        fail({ code: message.code, message: message.message })
        return takeQueued()
      case 'token-expired':
        clearTimeout(timer)
        if (options.getToken === undefined || ++renewals > mostRenewals)
          return fail({ code: 'token-expired', message: 'The signed token of this page is over.' })
        return void open(message.search)
    }
  }

  const listen = ({ source, origin: sender, data }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow || sender !== origin) return
    const message = parseFromFrame(data)
    if (message !== null) take(message)
  }
  window.addEventListener('message', listen)
  frame.addEventListener('load', () => {
    if (origin === null) return
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        fail({
          code: 'not-shown',
          message: `The page did not answer. The link’s list of sites may lack ${location.origin}.`,
        }),
      answerTimeoutMs,
    )
    send({ kind: 'hello' })
  })

  frame.title = options.title ?? 'Tidemark'
  setHeight()
  element.append(frame)
  void open()

  return {
    update: (changes) => {
      const parameters = { ...options.parameters, ...changes.parameters }
      const isOther =
        (changes.url ?? options.url) !== options.url || (changes.getToken ?? options.getToken) !== options.getToken
      options = checked({ ...options, ...changes, parameters })
      if (changes.title !== undefined) frame.title = changes.title
      setHeight()
      if (isOther) {
        known.clear()
        return void open()
      }
      const settings = settingsIn(changes)
      queued = {
        ...queued,
        ...settings,
        ...(settings.parameters && { parameters: { ...queued.parameters, ...settings.parameters } }),
      }
      if (canTake) takeQueued()
    },
    destroy: () => {
      opening++
      clearTimeout(timer)
      window.removeEventListener('message', listen)
      frame.remove()
    },
  }
}

function checked(options: EmbedOptions): EmbedOptions {
  if (options.url === undefined && options.getToken === undefined)
    throw new Error('Tidemark.embed needs url or getToken.')
  return options
}

function settingsIn({ theme, locale, parameters }: Partial<EmbedOptions>): EmbedSettings {
  return { ...(theme && { theme }), ...(locale && { locale }), ...(parameters && { parameters }) }
}

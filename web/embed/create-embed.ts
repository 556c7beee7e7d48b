import { addSettings, parseFromFrame, toWire, type FromFrame } from './embed-messages'
import type { Embed, EmbedError, EmbedField, EmbedOptions, EmbedParameters } from './embed-types'

/** How long a page may take to answer once the browser has loaded its frame. */
const answerTimeoutMs = 5_000
/** How many signed addresses in a row may be over when they arrive. */
const mostRenewals = 2

const allowed = [
  'allow-scripts',
  // The page has its own origin, so that messages can be checked by it.
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
].join(' ')

/** Puts a frame with a page of Tidemark into an element. Throws if neither `url` nor `getToken` is given. */
export function createEmbed(element: Element, given: EmbedOptions): Embed {
  let options = checked(given)
  let fields: readonly EmbedField[] | null = null
  let origin: string | null = null
  let isShown = false
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
  const setLook = (pageTitle = '') => {
    frame.title = options.title ?? (pageTitle || 'Tidemark')
    if (typeof options.height === 'number') frame.style.height = `${options.height}px`
  }
  const setHeight = (heightPx: number) => {
    if (typeof options.height !== 'number') frame.style.height = `${Math.ceil(heightPx)}px`
  }

  /** Opens the page. parameters: the values to begin with. */
  const open = async (parameters: EmbedParameters) => {
    const mine = ++opening
    isShown = false
    let address: URL
    try {
      address = new URL(options.getToken === undefined ? (options.url ?? '') : await options.getToken(), location.href)
    } catch (thrown) {
      if (mine === opening)
        fail({ code: 'token-failed', message: thrown instanceof Error ? thrown.message : String(thrown) })
      return
    }
    if (mine !== opening) return
    const { theme, locale } = options
    addSettings(address.searchParams, { ...(theme && { theme }), ...(locale && { locale }), parameters })
    ;({ origin } = address)
    frame.src = address.href
  }

  const take = (message: FromFrame) => {
    switch (message.kind) {
      case 'loaded': {
        clearTimeout(timer)
        isShown = true
        renewals = 0
        setLook(message.title)
        setHeight(message.heightPx)
        const before = fields
        fields = message.fields
        options.onLoaded?.({ title: message.title, height: message.heightPx })
        if (before !== null)
          for (const field of message.fields)
            if (!before.some((one) => isSame(one, field))) options.onFilterChanged?.(field)
        return
      }
      case 'resize':
        return setHeight(message.heightPx)
      case 'mark-clicked': {
        const { kind: _, ...clicked } = message
        return options.onMarkClicked?.(clicked)
      }
      case 'error':
        return fail({ code: message.code, message: message.message })
      case 'token-expired':
        clearTimeout(timer)
        if (options.getToken === undefined || ++renewals > mostRenewals)
          return fail({ code: 'token-expired', message: 'The signed address of this page is over.' })
        // The reader goes on with what they had chosen.
        return void open({ ...options.parameters, ...valuesOf(fields ?? []) })
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

  setLook()
  if (options.height === undefined || options.height === 'auto') frame.style.height = '400px'
  element.append(frame)
  void open(options.parameters ?? {})

  return {
    update: (changes) => {
      const parameters = { ...options.parameters, ...changes.parameters }
      const isOther = changes.url !== undefined && changes.url !== options.url
      options = checked({ ...options, ...changes, parameters })
      setLook(frame.title)
      const { theme, locale } = changes
      if (isOther) {
        fields = null
        void open(parameters)
      } else if (theme !== undefined || locale !== undefined || changes.parameters !== undefined) {
        if (isShown)
          send({
            kind: 'set',
            ...(theme && { theme }),
            ...(locale && { locale }),
            ...(changes.parameters && { parameters: changes.parameters }),
          })
        else void open(parameters)
      }
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

function isSame(one: EmbedField, other: EmbedField): boolean {
  return one.name === other.name && JSON.stringify(one.values) === JSON.stringify(other.values)
}

function valuesOf(fields: readonly EmbedField[]): EmbedParameters {
  return Object.fromEntries(fields.map(({ name, values }) => [name, values]))
}

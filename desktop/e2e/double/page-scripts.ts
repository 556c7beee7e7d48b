/**
 * Scripts that replace Electron's renderer side. They run in every document before its own scripts: one in the page's
 * world, one in the isolated world of the preload script. The worlds share only the DOM, so they communicate by events.
 */

export const preloadWorld = 'electron-preload'
export const sendBinding = 'electronDoubleSend'
/** The channel of keys as they are pressed, before the page gets them. */
export const inputChannel = '$input'
/** The channel of links that are clicked so that a browser opens them in another tab. */
export const openChannel = '$open'
/** The channel of right clicks on pages without their own menu. */
export const contextMenuChannel = '$context-menu'

/** Values are transferred as JSON; a value that JSON would change fails rather than arriving changed. */
const coding = `
const encode = (value) => JSON.stringify(value === undefined ? { $undefined: true } : value, function (key, v) {
  const raw = this[key]
  if (raw instanceof Uint8Array) return { $bytes: btoa(Array.from(raw, (b) => String.fromCharCode(b)).join('')) }
  if (typeof v === 'function' || typeof v === 'symbol' || typeof v === 'bigint') throw new DOMException('An object could not be cloned.', 'DataCloneError')
  if (raw instanceof Date || raw instanceof Map || raw instanceof Set) throw new Error('the electron double does not implement ' + raw.constructor.name + ' over IPC')
  return v
})
const decode = (text) => {
  const revive = (v) => {
    if (v === null || typeof v !== 'object') return v
    if (v.$undefined) return undefined
    if (typeof v.$bytes === 'string') return Uint8Array.from(atob(v.$bytes), (c) => c.charCodeAt(0))
    for (const key of Object.keys(v)) v[key] = revive(v[key])
    return v
  }
  return revive(JSON.parse(text))
}
`

export const mainWorldScript = `(() => {
  if (window !== window.top) return
  ${coding}
  let nextId = 1
  const settle = new Map()
  const listeners = new Map()
  const say = (name, detail) => document.dispatchEvent(new CustomEvent('electron-double:' + name, { detail: JSON.stringify(detail) }))
  const call = (key, path, args) => {
    const id = nextId++
    const passed = args.map((argument) => {
      if (typeof argument !== 'function') return { value: encode(argument) }
      const listener = nextId++
      listeners.set(listener, argument)
      return { listener }
    })
    let result
    settle.set(id, (answer) => (result = answer))
    say('call', { id, key, path, args: passed })
    if (result === undefined || result.kind === 'promise') {
      return new Promise((resolve, reject) => settle.set(id, ({ value, message }) => message === undefined ? resolve(decode(value)) : reject(new Error(message))))
    }
    if (result.message !== undefined) throw new Error(result.message)
    return result.kind === 'function' ? () => call(key, result.path, []) : decode(result.value)
  }
  document.addEventListener('electron-double:answer', ({ detail }) => { const { id, ...answer } = JSON.parse(detail); settle.get(id)?.(answer) })
  document.addEventListener('electron-double:heard', ({ detail }) => { const { listener, args } = JSON.parse(detail); listeners.get(listener)?.(...args.map(decode)) })
  document.addEventListener('electron-double:expose', ({ detail }) => {
    const { key, members } = JSON.parse(detail)
    if (key in window) return
    const api = {}
    const offer = (to, members, path) => {
      for (const [name, member] of Object.entries(members)) {
        const own = [...path, name]
        if (member.members !== undefined) to[name] = offer({}, member.members, own)
        else to[name] = member.isFunction ? (...args) => call(key, own, args) : decode(member.value)
      }
      return to
    }
    offer(api, members, [])
    Object.defineProperty(window, key, { value: Object.freeze(api), enumerable: true })
  })
  say('ready', {})
})()`

/**
 * Returns the script. preload: the built preload script, CommonJS; null if the window has none. platform: the main
 * process's.
 */
export function preloadWorldScript(preload: string | null, platform: string): string {
  return `(() => {
  if (window !== window.top) return
  ${coding}
  let nextId = 1
  const settle = new Map()
  const listenersByChannel = new Map()
  const exposed = new Map()
  const results = new Map()
  const say = (name, detail) => document.dispatchEvent(new CustomEvent('electron-double:' + name, { detail: JSON.stringify(detail) }))
  const strict = (name, object) => new Proxy(object, { get: (target, key) => {
    if (typeof key === 'string' && !(key in target)) throw new Error('the electron double does not implement ' + name + '.' + key)
    return target[key]
  } })
  const ipcRenderer = strict('ipcRenderer', {
    invoke: (channel, ...args) => new Promise((resolve, reject) => {
      const id = nextId++
      settle.set(id, { resolve, reject })
      ${sendBinding}(JSON.stringify({ id, channel, args: args.map(encode) }))
    }),
    send: (channel, ...args) => ${sendBinding}(JSON.stringify({ id: null, channel, args: args.map(encode) })),
    on: (channel, listener) => { const known = listenersByChannel.get(channel) ?? []; listenersByChannel.set(channel, [...known, listener]) },
    off: (channel, listener) => listenersByChannel.set(channel, (listenersByChannel.get(channel) ?? []).filter((other) => other !== listener)),
  })
  globalThis.electronDoubleInvoke = (channel, args) => ipcRenderer.invoke(channel, ...args.map(decode)).then(encode)
  globalThis.electronDoubleSettle = (id, ok, text) => { const waiting = settle.get(id); settle.delete(id); ok ? waiting?.resolve(decode(text)) : waiting?.reject(new Error(text)) }
  globalThis.electronDoubleEmit = (channel, text) => { for (const listener of listenersByChannel.get(channel) ?? []) listener(strict('IpcRendererEvent', {}), decode(text)) }
  addEventListener('keydown', ({ key }) => ipcRenderer.send('${inputChannel}', { type: 'keyDown', key }), true)
  const openApart = (event) => {
    const link = event.composedPath()[0].closest('a')
    if (event.defaultPrevented || link === null || !(event.ctrlKey || event.metaKey || event.button === 1)) return
    event.preventDefault()
    ipcRenderer.send('${openChannel}', { url: link.href })
  }
  addEventListener('click', openApart)
  addEventListener('auxclick', openApart)
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return
    const target = event.composedPath()[0]
    const isEditable = target.isContentEditable || target.matches('input, textarea')
    const selectionText = String(getSelection())
    const hasChosen = selectionText !== '' || (isEditable && target.selectionStart !== target.selectionEnd)
    const editFlags = { canCut: isEditable && hasChosen, canCopy: hasChosen, canPaste: isEditable, canSelectAll: true }
    const linkURL = target.closest('a')?.href ?? ''
    ipcRenderer.send('${contextMenuChannel}', { isEditable, selectionText, linkURL, editFlags, misspelledWord: '', dictionarySuggestions: [] })
  })
  const announce = () => { for (const [key, members] of exposed) say('expose', { key, members }) }
  const apis = new Map()
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (key, api) => {
      const isApi = (member) => typeof member === 'object' && member !== null && Object.values(member).some((each) => typeof each === 'function')
      const describe = (object) => Object.fromEntries(Object.entries(object).map(([name, member]) => [name,
        isApi(member) ? { members: describe(member) } : typeof member === 'function' ? { isFunction: true } : { isFunction: false, value: encode(member) }]))
      const members = describe(api)
      apis.set(key, api)
      exposed.set(key, members)
      announce()
    },
  })
  document.addEventListener('electron-double:ready', announce)
  document.addEventListener('electron-double:call', ({ detail }) => {
    const { id, key, path, args } = JSON.parse(detail)
    const member = typeof path === 'number' ? results.get(path) : path.reduce((object, name) => object[name], apis.get(key))
    const given = args.map(({ value, listener }) => listener === undefined ? decode(value) : (...heard) => say('heard', { listener, args: heard.map(encode) }))
    try {
      const result = member(...given)
      if (result instanceof Promise) {
        say('answer', { id, kind: 'promise' })
        result.then((value) => say('answer', { id, value: encode(value) }), (error) => say('answer', { id, message: String(error.message) }))
      } else if (typeof result === 'function') {
        const path = nextId++
        results.set(path, result)
        say('answer', { id, kind: 'function', path })
      } else say('answer', { id, kind: 'value', value: encode(result) })
    } catch (error) { say('answer', { id, kind: 'value', message: String(error.message) }) }
  })
  const modules = { electron: strict('electron', { contextBridge, ipcRenderer }) }
  const require = (name) => { if (name in modules) return modules[name]; throw new Error('a sandboxed preload script cannot require ' + name) }
  const process = strict('process', { platform: ${JSON.stringify(platform)} })
  ;((require, process, module, exports) => { ${preload === null ? '' : `\n${preload}\n`} })(require, process, { exports: {} }, {})
})()`
}

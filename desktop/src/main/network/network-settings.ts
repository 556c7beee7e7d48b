import type { ProxyConfig } from 'electron'
import * as z from 'zod/mini'

/**
 * How updates and pages of team servers reach the network. address: for manual, `http://proxy.example:3128`; for
 * script, the script's address. bypass: hosts reached directly, as the person typed them.
 */
export const proxySettingsSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('direct') }),
  z.object({
    mode: z.literal('manual'),
    address: z.string().check(z.maxLength(500)),
    bypass: z.string().check(z.maxLength(2_000)),
  }),
  z.object({ mode: z.literal('script'), address: z.string().check(z.maxLength(500)) }),
])
export type ProxySettings = z.infer<typeof proxySettingsSchema>

type ParsedProxy =
  | { readonly kind: 'settings'; readonly settings: ProxySettings }
  | { readonly kind: 'refused'; readonly reason: string }

const proxyProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'socks4:', 'socks5:'])

/**
 * Parses what a person chose and typed. Refuses an address with a user or password, because it would be stored
 * unencrypted.
 */
export function parseProxySettings(mode: string, address: string, bypass: string): ParsedProxy {
  const typed = address.trim()
  switch (mode) {
    case 'direct':
      return { kind: 'settings', settings: { mode } }
    case 'manual': {
      const url = parseAddress(typed.includes('://') ? typed : `http://${typed}`)
      if (typed === '' || url === null || !proxyProtocols.has(url.protocol) || url.hostname === '')
        return refused('Enter the proxy as http://proxy.example:3128. socks5:// works too.')
      if (url.username !== '' || url.password !== '') return refused(noPasswords)
      const port = url.port === '' ? (usualPorts[url.protocol] ?? '80') : url.port
      const hosts = bypass.split(/[\s,;]+/).filter((host) => host !== '')
      return {
        kind: 'settings',
        settings: { mode, address: `${url.protocol}//${url.hostname}:${port}`, bypass: hosts.join(', ') },
      }
    }
    case 'script': {
      const url = parseAddress(typed)
      if (url === null || !/^https?:$/.test(url.protocol))
        return refused('Enter the address of the script. It begins with https:// or http://.')
      if (url.username !== '' || url.password !== '') return refused(noPasswords)
      return { kind: 'settings', settings: { mode, address: url.href } }
    }
    default:
      return { kind: 'settings', settings: { mode: 'system' } }
  }
}

/** Converts settings to Electron's proxy configuration. Addresses of this computer are always reached directly. */
export function toProxyConfig(settings: ProxySettings): ProxyConfig {
  switch (settings.mode) {
    case 'system':
      return { mode: 'system' }
    case 'direct':
      return { mode: 'direct' }
    case 'manual':
      return {
        mode: 'fixed_servers',
        proxyRules: settings.address,
        proxyBypassRules: ['<local>', ...settings.bypass.split(', ').filter((host) => host !== '')].join(','),
      }
    case 'script':
      return { mode: 'pac_script', pacScript: settings.address }
  }
}

const usualPorts: Readonly<Record<string, string>> = { 'https:': '443', 'socks4:': '1080', 'socks5:': '1080' }
const noPasswords = 'Leave the user and password out of the address.'

function parseAddress(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function refused(reason: string): ParsedProxy {
  return { kind: 'refused', reason }
}

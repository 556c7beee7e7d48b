import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import ipaddr from 'ipaddr.js'
import { isInList, parseAddress, parseNetwork } from './address-list'

/** Set by the host on every request it lets through; what a client sends under this name is dropped. */
export const clientIpHeader = 'x-tidemark-client-ip'

/** Returns true for a proxy whose `X-Forwarded-For` is believed: addresses and networks such as `10.0.0.0/8`. */
export type TrustedProxies = (address: string) => boolean

/** Fails with `config-invalid` for what is neither an address nor a network. */
export function parseTrustedProxies(proxies: readonly string[]): TrustedProxies {
  const list = proxies.map((proxy) => {
    const network = parseNetwork(proxy)
    if (network !== null) return network
    throw new TidemarkError('config-invalid', {
      detail: `TIDEMARK_TRUSTED_PROXIES: ${proxy} is neither an address nor a network such as 10.0.0.0/8.`,
    })
  })
  return (address) => isInList(list, address)
}

/**
 * Returns the address of a request's origin: the one that connected, or, when that is a trusted proxy, the last one of
 * `X-Forwarded-For` that no trusted proxy has. Anybody can have written those before it.
 */
export function clientIpOf(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = plainAddress(remoteAddress ?? '')
  const forwarded = (forwardedFor ?? '').split(',').map((part) => plainAddress(part.trim()))
  while (isTrusted(address)) {
    const before = forwarded.pop()
    if (before === undefined || parseAddress(before) === null) break
    address = before
  }
  return address
}

/** The network that requests are counted by: the /64 of an IPv6 address, which one person has whole. null: `unknown`. */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown'
  const address = parseAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return ip
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16))
  return groups.join(':')
}

/** An address in its usual form, IPv4-mapped IPv6 as IPv4. */
function plainAddress(address: string): string {
  return parseAddress(address)?.toString() ?? address
}

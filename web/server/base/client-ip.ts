import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import ipaddr from 'ipaddr.js'
import { isInList, parseAddress, parseNetwork } from './address-list'

/** The client's address. The host sets this header on every request; a value sent by the client is dropped. */
export const clientIpHeader = 'x-tidemark-client-ip'

/** Returns true for a proxy whose `X-Forwarded-For` is believed: addresses and networks such as `10.0.0.0/8`. */
export type TrustedProxies = (address: string) => boolean

/** Parses a list of addresses and networks. Fails with `config-invalid` if an item is neither. */
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
 * Returns the address of a request's origin: the peer, or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy's. Earlier addresses in the header can be forged.
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

/**
 * Returns the network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, since one person
 * usually owns a whole /64. null gives `unknown`.
 */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown'
  const address = parseAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return ip
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16))
  return groups.join(':')
}

/** Returns an address in its canonical form, with IPv4-mapped IPv6 as IPv4. */
function plainAddress(address: string): string {
  return parseAddress(address)?.toString() ?? address
}

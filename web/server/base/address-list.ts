import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A base address and a prefix length in bits; a single address has its full width. */
export type Network = readonly [base: Address, bits: number]

export type AddressList = readonly Network[]

/** Parses an address or a network such as `10.0.0.0/8`; null for anything else. */
export function parseNetwork(text: string): Network | null {
  // ipaddr.js also reads the old short forms (`127.1`), which are typing errors in a setting.
  if (isIP(text.split('/', 1)[0] ?? '') === 0) return null
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = parseAddress(text)
  return address === null ? null : [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Parses addresses and networks that are constants of the program; throws if one is invalid. */
export function networksOf(texts: readonly string[]): AddressList {
  return texts.map((text) => {
    const network = parseNetwork(text)
    if (network === null) throw new Error(`no address: ${text}`)
    return network
  })
}

/** True if an address is in the list; an IPv4-mapped IPv6 address counts as IPv4. */
export function isInList(list: AddressList, text: string): boolean {
  const address = parseAddress(text)
  return address !== null && holds(list, address)
}

/** True if packets to an address may arrive in the list: as itself, or through a tunnel or translator to IPv4. */
export function leadsIntoList(list: AddressList, text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : null
  return holds(list, address) || (inner !== null && holds(list, inner))
}

/**
 * True if packets to an address leave for the public internet. Private, local, reserved and documentation networks are
 * not public, and neither is what a tunnel or translator forwards there.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : null
  return (inner ?? address).range() === 'unicast'
}

/** Parses an address, an IPv4-mapped one as IPv4; null for anything else. */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text)
}

function holds(list: AddressList, address: Address): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
}

/** Returns the IPv4 address embedded in a NAT64, SIIT, 6to4, Teredo or IPv4-compatible address. */
function embeddedIpv4(address: ipaddr.IPv6): Address | null {
  const bytes = address.toByteArray()
  switch (address.range()) {
    case 'rfc6052':
    case 'rfc6145':
      return ipaddr.fromByteArray(bytes.slice(12))
    case '6to4':
      return ipaddr.fromByteArray(bytes.slice(2, 6))
    case 'teredo':
      return ipaddr.fromByteArray(bytes.slice(12).map((byte) => byte ^ 0xff))
    default:
      return bytes.slice(0, 12).every((byte) => byte === 0) ? ipaddr.fromByteArray(bytes.slice(12)) : null
  }
}

import { isIP, BlockList } from 'node:net'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { addToList, rememberedTest } from './address-list'

/** Set by the host on every request it lets through; what a client sends under this name is dropped. */
export const clientIpHeader = 'x-tidemark-client-ip'

/** Whose word about where a request came from is believed: addresses and networks such as `10.0.0.0/8`. */
export type TrustedProxies = (address: string) => boolean

/** Fails with `config-invalid` for what is neither an address nor a network. */
export function parseTrustedProxies(proxies: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const proxy of proxies) {
    if (!addToList(list, proxy)) {
      throw new TidemarkError('config-invalid', {
        detail: `TIDEMARK_TRUSTED_PROXIES: ${proxy} is neither an address nor a network such as 10.0.0.0/8.`,
      })
    }
  }
  return rememberedTest(list)
}

/**
 * Where a request came from: the address that connected, or, when that is a trusted proxy, the last one of
 * `X-Forwarded-For` that no trusted proxy has. What stands before it, anybody can have written.
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
    if (before === undefined || isIP(before) === 0) break
    address = before
  }
  return address
}

/** Whose address it is, as far as one can be counted: of IPv6 people have whole networks (/64). null: `unknown`. */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown'
  return isIP(ip) === 6 ? groupsOf(ip).slice(0, 4).join(':') : ip
}

/** The eight groups of an IPv6 address, each in its shortest form. */
function groupsOf(ip: string): readonly string[] {
  const [before = '', after = ''] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [before, after].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0')
  return [...(first ?? []), ...zeros, ...(last ?? [])]
}

/** IPv4 in the form of IPv6 is IPv4. */
function plainAddress(address: string): string {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address
}

import { BlockList, isIP } from 'node:net'

/** Adds an address or a network such as `10.0.0.0/8`. Returns false, and adds nothing, for what is neither. */
export function addToList(list: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  const widest = version === 6 ? 128 : 32
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest)
  if (version === 0 || !isWidth || rest.length > 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
  return true
}

/** Whether an address is in the list; IPv4 written as IPv6 is IPv4. */
export function isInList(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** More than there are proxies, and people on one machine. */
const mostRemembered = 256

/**
 * The same test for the addresses of requests, which are few as a rule and remembered: to look for one, Node makes an object of it
 * that each quick collection of memory has to finish off by itself.
 */
export function rememberedTest(list: BlockList): (address: string) => boolean {
  const known = new Map<string, boolean>()
  return (address) => {
    const found = known.get(address)
    if (found !== undefined) return found
    if (known.size >= mostRemembered) known.clear()
    const isFound = isInList(list, address)
    known.set(address, isFound)
    return isFound
  }
}

/** A list of addresses and networks that we know of. */
export function listOf(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) if (!addToList(list, text)) throw new Error(`no address: ${text}`)
  return list
}

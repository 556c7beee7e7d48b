import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, Socket, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { isInList, isPublicAddress, leadsIntoList, networksOf, parseNetwork, type Network } from './address-list'

/**
 * Returns why a connection to this address is not allowed, or null if it is. host: the host name as the connection has
 * it.
 */
export type ConnectionReach = (host: string, address: string) => TidemarkError | null

/** The same signature as Node's `dns.lookup`. */
export type LookUp = (
  host: string,
  options: LookupAllOptions,
  callback: (failure: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Networks that never hold databases: link-local addresses, and the metadata services of clouds, which hand out the
 * machine's credentials.
 */
const neverReached = networksOf([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::254',
  'fd00:42::42',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

/** Always lead to this machine; connecting to an unspecified address (`0.0.0.0`, `::`) also reaches it. */
const loopback = networksOf(['127.0.0.0/8', '::1', '0.0.0.0/8', '::'])

/** A setting that allows hosts, and the error of a host that it does not. */
interface HostsSetting {
  readonly name: 'TIDEMARK_CONNECTION_HOSTS' | 'TIDEMARK_WEBHOOK_HOSTS'
  readonly code: 'connection-not-allowed' | 'webhook-not-allowed'
}

const connectionHosts = { name: 'TIDEMARK_CONNECTION_HOSTS', code: 'connection-not-allowed' } as const
const webhookHosts = { name: 'TIDEMARK_WEBHOOK_HOSTS', code: 'webhook-not-allowed' } as const

/** Parses the hosts that connections to databases may reach; see `parseHosts`. */
export function parseConnectionHosts(...args: HostsArguments): ConnectionReach {
  return parseHosts(connectionHosts, ...args)
}

/** Parses the hosts that webhooks may reach; see `parseHosts`. */
export function parseWebhookHosts(...args: HostsArguments): ConnectionReach {
  return parseHosts(webhookHosts, ...args)
}

type HostsArguments = [
  entries: readonly string[],
  mode: 'local' | 'team' | 'chart',
  listOwnAddresses?: () => readonly string[],
]

/**
 * Parses the hosts that a setting allows. entries: host names (`db.example.com`, `*.example.com`), addresses,
 * networks (`10.0.0.0/8`) or `*` for every host. If empty, local mode allows everything, and the other modes only the
 * public internet without this machine: services in private networks often trust whoever reaches them. Fails with
 * `config-invalid`. listOwnAddresses: lists the addresses of this machine, which come and go.
 */
function parseHosts(
  setting: HostsSetting,
  ...[entries, mode, listOwnAddresses = addressesOfThisMachine]: HostsArguments
): ConnectionReach {
  const refusal = (detail: string, hint?: string) => new TidemarkError(setting.code, { detail, hint })
  const howToAllow = `Whoever runs this server allows hosts with the setting ${setting.name}.`
  const networks: Network[] = []
  const names: string[] = []
  let isEveryHost = entries.length === 0 && mode === 'local'
  for (const entry of entries) {
    const network = parseNetwork(entry)
    if (entry === '*') isEveryHost = true
    else if (network !== null) networks.push(network)
    else if (isName(entry)) names.push(plainName(entry))
    else {
      throw new TidemarkError('config-invalid', {
        detail: `${setting.name}: ${entry} is no host name, address or network.`,
        hint: 'For example db.example.com, *.example.com, 10.0.0.0/8, or * for every host.',
      })
    }
  }
  return (host, address) => {
    if (isIP(address) === 0 || leadsIntoList(neverReached, address))
      return refusal(`“${host}” is a link-local address or a cloud provider’s own, to which no connection may lead.`)
    if (isEveryHost || isInList(networks, address) || names.some((name) => isNamed(plainName(host), name))) return null
    if (entries.length > 0) return refusal(`“${host}” is not among the hosts that connections may lead to.`, howToAllow)
    if (leadsIntoList(loopback, address) || leadsIntoList(networksOf(listOwnAddresses()), address))
      return refusal(`“${host}” is this server itself, to which connections may not lead.`, howToAllow)
    return isPublicAddress(address)
      ? null
      : refusal(`“${host}” is in a private network, to which connections may not lead.`, howToAllow)
  }
}

/**
 * A socket that checks each resolved address when it connects. An earlier check would not be enough, because a DNS
 * answer can change in between. A refusal is emitted as the socket's error.
 */
export class ReachSocket extends Socket {
  readonly #reach: ConnectionReach
  readonly #lookUp: LookUp

  constructor(reach: ConnectionReach, lookUp: LookUp = lookup) {
    super()
    this.#reach = reach
    this.#lookUp = lookUp
  }

  /** Connects to a port and a host, the form of the call that the database drivers use. */
  override connect(...[port, host]: unknown[]): this {
    if (typeof port !== 'number' || typeof host !== 'string') throw new TypeError('A port and a host are needed.')
    // Node skips the lookup for an IP address, so it is checked here.
    const refused = isIP(host) === 0 ? null : this.#reach(host, host)
    return refused === null
      ? super.connect({ port, host, lookup: lookupWithin(this.#reach, this.#lookUp) })
      : this.destroy(refused)
  }
}

/**
 * Returns a lookup that keeps only allowed addresses, and fails with the reason if none is left. Node skips it for a host
 * that is an address.
 */
export function lookupWithin(reach: ConnectionReach, lookUp: LookUp = lookup): LookupFunction {
  return (host, options, callback) => {
    lookUp(host, { ...options, all: true }, (failure, found) => {
      if (failure !== null) return callback(failure, [])
      const allowed = found.filter(({ address }) => reach(host, address) === null)
      const [first] = allowed
      if (first === undefined) return callback(reach(host, found[0]?.address ?? ''), [])
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

/** Returns true for a host name. Its last label must contain a letter; otherwise it is a mistyped address. */
function isName(entry: string): boolean {
  return /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_-]*[a-z][a-z0-9_-]*\.?$/i.test(entry)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function isNamed(host: string, name: string): boolean {
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

import { OpenFeature } from '@openfeature/server-sdk'
import type { Actor } from '@tidemark/shared/access/actor'
import type { Flag } from '@tidemark/shared/flags/flag'
import type { OwnFlags } from '@tidemark/shared/flags/own-flags'
import { WorkspaceFlagProvider } from './flag-provider'

/** A separate domain, because other code in this process may use OpenFeature too. */
const domain = 'tidemark'
const provider = new WorkspaceFlagProvider()
OpenFeature.setProvider(domain, provider)
const client = OpenFeature.getClient(domain)

/** Returns the workspace's flags that are on for an actor, by name. */
export async function evaluateFlags(flags: readonly Flag[], { userId, role }: Actor): Promise<OwnFlags> {
  const context = provider.contextOf({ userId, role, flags: new Map(flags.map((flag) => [flag.name, flag])) })
  const own: Record<string, true | string> = {}
  for (const { name, variants } of flags) {
    const { value: isOn, variant } = await client.getBooleanDetails(name, false, context)
    if (isOn) own[name] = variants.length > 0 && variant !== undefined ? variant : true
  }
  return own
}

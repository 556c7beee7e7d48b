/**
 * The targets that a browser may send trace ids to: this origin, by relative address, and the chart host. The SDK
 * matches
 * the address as written, and treats an absent list as every target.
 */
export function browserPropagationTargets(chartHost: string | undefined): RegExp[] {
  // `//host/path` is another host.
  return [/^\/(?!\/)/, ...hostTarget(chartHost)]
}

/** The same for Node, where every address is absolute: the chart host alone. Never undefined. */
export function nodePropagationTargets(chartHost: string | undefined): RegExp[] {
  return hostTarget(chartHost)
}

function hostTarget(origin: string | undefined): RegExp[] {
  if (origin === undefined) return []
  const exact = new URL(origin).origin.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Ended, so that `https://charts.example.evil.com` is no match.
  return [new RegExp(`^${exact}(?:[/?#]|$)`)]
}

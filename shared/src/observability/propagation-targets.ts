/**
 * Returns the targets to which a browser may send trace ids: this origin, by relative address, and the chart host. The
 * SDK matches the address as written, and treats an absent list as every target.
 */
export function browserPropagationTargets(chartHost: string | undefined): RegExp[] {
  // `//host/path` is another host.
  return [/^\/(?!\/)/, ...hostTarget(chartHost)]
}

/** Returns the targets for Node, where every address is absolute: only the chart host. Never undefined. */
export function nodePropagationTargets(chartHost: string | undefined): RegExp[] {
  return hostTarget(chartHost)
}

function hostTarget(origin: string | undefined): RegExp[] {
  if (origin === undefined) return []
  const exact = new URL(origin).origin.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // Anchored at the end of the host, so that `https://charts.example.evil.com` does not match.
  return [new RegExp(`^${exact}(?:[/?#]|$)`)]
}

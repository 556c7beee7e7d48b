// This runs first and on any Node, so it uses only syntax that old versions can parse.
const lowestMajor = 20
const lowestMinor = 19

/** Ends the process with instructions if this Node is too old. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return
  console.error(
    `Tidemark needs Node ${lowestMajor}.${lowestMinor} or newer; this is ${process.version} (${process.execPath}).`,
  )
  console.error('Install a current version from your package manager or https://nodejs.org, then try again.')
  process.exit(1)
}

/** Where a server listens when nobody says otherwise; the port of `npm start`. */
const defaultServerUrl = 'http://127.0.0.1:3000'

const option = '--server-url='

/**
 * The address the window shows: `--server-url=…` of the command line, else the local server's.
 * Fails with a RangeError for anything but http on this machine: team servers get a profile of their own.
 */
export function readServerUrl(argv: readonly string[]): URL {
  const given = argv.find((argument) => argument.startsWith(option))?.slice(option.length)
  const text = given ?? defaultServerUrl
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'http:' || url.hostname !== '127.0.0.1') {
    throw new RangeError(`--server-url must be http://127.0.0.1:PORT, not ${text}`)
  }
  return url
}

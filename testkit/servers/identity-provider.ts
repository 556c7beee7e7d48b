import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider, type Configuration } from 'oidc-provider'

/** The claims about somebody. */
export interface ProviderPerson {
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  readonly groups: readonly string[]
}

/** A real OpenID provider on a port of this machine, with one client and a sign-in page without passwords. */
export interface IdentityProvider {
  readonly issuer: string
  /** The settings of a Tidemark server that signs people in through it. */
  readonly settings: Readonly<Record<string, string>>
  /** Changed by tests: who can sign in. */
  readonly people: Map<string, ProviderPerson>
  /** Signs in as a browser would, from the address that Tidemark leads to; returns the one that it is led back to. */
  signIn(url: string, login: string): Promise<string>
  close(): Promise<void>
}

const clientId = 'tidemark'
const clientSecret = 'a secret of the client'
/** One for all providers of a process, because making it takes up to a second. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * Starts the provider. areClaimsInIdToken: false as at many providers, where only the userinfo endpoint names the address
 * and the groups.
 */
export async function startIdentityProvider({
  redirectUri,
  areClaimsInIdToken = true,
  port = 0,
}: {
  readonly redirectUri: string
  readonly areClaimsInIdToken?: boolean
  /** Default: a free one. */
  readonly port?: number
}): Promise<IdentityProvider> {
  const people = new Map<string, ProviderPerson>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = new Provider(issuer, configurationOf({ people, redirectUri, areClaimsInIdToken }))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    const answering = uid === undefined ? answer(request, response) : interact(provider, request, response)
    void Promise.resolve(answering).catch((thrown: unknown) => response.writeHead(500).end(String(thrown)))
  })
  return {
    issuer,
    people,
    settings: {
      TIDEMARK_OIDC_ISSUER: issuer,
      TIDEMARK_OIDC_CLIENT_ID: clientId,
      TIDEMARK_OIDC_CLIENT_SECRET: clientSecret,
      TIDEMARK_OIDC_SCOPES: 'openid email profile groups',
    },
    signIn: (url, login) => signInAsBrowser(url, login, issuer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function configurationOf({
  people,
  redirectUri,
  areClaimsInIdToken,
}: {
  readonly people: ReadonlyMap<string, ProviderPerson>
  readonly redirectUri: string
  readonly areClaimsInIdToken: boolean
}): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: !areClaimsInIdToken,
    cookies: { keys: ['a key of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups'],
  }
}

/** Asks for a login, and goes on with it. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('login') ?? ''
    const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } }
    return await provider.interactionFinished(request, response, result)
  }
  const page = `<!doctype html><title>Provider</title><form method="post">
<label>Login <input name="login"></label> <button>Go on</button></form>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}

async function signInAsBrowser(url: string, login: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  let isPosting = false
  for (let step = 0; step < 10; step += 1) {
    if (!next.startsWith(issuer)) return next
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body: URLSearchParams | undefined = isPosting ? new URLSearchParams({ login }) : undefined
    const answer: Response = await fetch(next, {
      headers: { cookie },
      redirect: 'manual',
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location: string | null = answer.headers.get('location')
    if (location !== null) next = new URL(location, next).href
    else if (answer.status !== 200) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    isPosting = location === null
  }
  throw new Error('the provider leads nowhere')
}

import { shellOrigin } from '../security/navigation-rules'
import { escaped, shellDocument } from './shell-page'
import { ShellWindow, type ShellWindowOptions } from './shell-window'

export interface ProxyQuestion {
  readonly host: string
  readonly port: number
  /** True if the proxy refused the earlier answer. */
  readonly isAgain: boolean
}

/** Answers with a name and password; without them the request goes unanswered. */
export type ProxyAnswer = (name?: string, password?: string) => void

interface ProxySignInOptions extends ShellWindowOptions {
  readonly question: ProxyQuestion
}

/** Asks for the name and password of a proxy. Only Chromium keeps them, until Tidemark ends. */
export class ProxySignIn extends ShellWindow {
  #waiting: ProxyAnswer[] = []

  constructor({ question, log, onClosed }: ProxySignInOptions) {
    super({
      title: 'Sign in to the proxy',
      width: 480,
      height: 420,
      log,
      onClosed: () => {
        this.#answer()
        onClosed()
      },
    })
    this.showDocument(signInHtml(question))
  }

  /** Adds a request that waits for the same answer. */
  add(answer: ProxyAnswer): void {
    this.#waiting.push(answer)
  }

  act(action: string, params: URLSearchParams): void {
    if (action === 'sign-in') this.#answer(params.get('name') ?? '', params.get('password') ?? '')
    if (action === 'sign-in' || action === 'close') this.close()
  }

  #answer(...given: Parameters<ProxyAnswer>): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const answer of waiting) answer(...given)
  }
}

function signInHtml({ host, port, isAgain }: ProxyQuestion): string {
  const body = `<h1>Sign in to the proxy</h1>
<p>${escaped(`${host}:${port}`)} requires a sign-in. What you enter is not stored: you are asked again after the next start.</p>
${isAgain ? '<p role="alert" class="problem">The proxy did not accept that name and password.</p>' : ''}
<form action="${shellOrigin}/sign-in"><label class="field">Name<input name="name" required autocomplete="off" spellcheck="false" autofocus></label>
<label class="field">Password<input name="password" type="password" required autocomplete="off"></label>
<div class="actions"><button class="button primary">Sign in</button><a class="button" role="button" href="${shellOrigin}/close">Cancel</a></div></form>`
  return shellDocument({ title: 'Sign in to the proxy', body, styles })
}

const styles = `h1{margin-top:0}form{margin:0}.field{display:flex;flex-direction:column;gap:4px;margin:8px 0 12px}.field input{flex:none;width:100%}button.button{cursor:default}`

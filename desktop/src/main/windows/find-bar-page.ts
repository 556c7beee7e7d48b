import { shellOrigin } from '../security/navigation-rules'
import { shellDocument } from './shell-page'

/** The find bar: its script is its preload script, which knows the ids. */
export function findBarHtml(): string {
  const body = `<search><form id="find"><input id="text" aria-label="Find in this page" placeholder="Find in this page" autocomplete="off" spellcheck="false" autofocus>
<output id="count" role="status"></output>
<button class="button" type="button" id="previous" aria-label="Previous" title="Previous (Shift+Enter)">${arrow('M4 10l4-4 4 4')}</button>
<button class="button" id="next" aria-label="Next" title="Next (Enter)">${arrow('M4 6l4 4 4-4')}</button>
<a class="button" role="button" href="${shellOrigin}/close" aria-label="Close" title="Close (Escape)">${arrow('M4.5 4.5l7 7M11.5 4.5l-7 7')}</a></form></search>`
  return shellDocument({ title: 'Find', body, styles })
}

function arrow(path: string): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`
}

const styles = `body{background:var(--surface);overflow:hidden}main{padding:0;max-width:none;height:52px;border:1px solid var(--line);border-radius:10px}
form{display:flex;gap:4px;align-items:center;margin:0;padding:9px}input{min-width:0}input:focus-visible{outline-offset:-1px}
output{min-width:64px;padding:0 4px;text-align:right;color:var(--muted);font-variant-numeric:tabular-nums;white-space:nowrap}
output.none{color:var(--bad)}.button{width:32px;padding:0;justify-content:center;border-color:transparent;flex:none}`

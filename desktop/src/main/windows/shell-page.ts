import { brandPaths } from '@tidemark/shared/base/brand-mark'
import { shellOrigin } from '../security/navigation-rules'

export interface ShellAction {
  readonly name: string
  readonly label: string
  readonly isPrimary?: boolean
}

/** A field that is sent with an action, as `value`. */
export interface ShellField {
  readonly action: string
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly submit: string
  readonly error: string | null
}

export interface ShellSection {
  readonly title: string
  readonly text: string
}

/**
 * A page that the shell shows without any server: plain HTML, no script. Its buttons are links to `shellOrigin`, which
 * the navigation guard turns into actions. details: text, shown collapsed.
 */
export interface ShellPage {
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly note?: string | undefined
  readonly actions: readonly ShellAction[]
  readonly field?: ShellField | undefined
  readonly sections?: readonly ShellSection[] | undefined
}

/** Returns the address under which a window shows the page. */
export function shellPageUrl(page: ShellPage): string {
  return documentUrl(shellPageHtml(page))
}

export function shellPageHtml(page: ShellPage): string {
  const { title, heading, text, note, actions, field, sections = [] } = page
  const body = `${mark}<h1>${escaped(heading)}</h1><p>${escaped(text)}</p>
${note === undefined ? '' : `<p role="status" class="note">${escaped(note)}</p>`}
${actions.length === 0 ? '' : `<div class="actions">${actions.map(actionHtml).join('')}</div>`}
${field === undefined ? '' : fieldHtml(field)}
${sections.map(sectionHtml).join('')}`
  return shellDocument({ title, body, isWide: sections.length > 0 })
}

/**
 * Returns the document of a shell page: no script, and forms that only the shell receives. body: HTML, already escaped.
 */
export function shellDocument(page: {
  readonly title: string
  readonly body: string
  readonly isWide?: boolean
  readonly styles?: string
}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action ${shellOrigin}">
<meta name="color-scheme" content="light dark"><title>${escaped(page.title)}</title><style>${styles}${page.styles ?? ''}</style></head>
<body><main${page.isWide === true ? ' class="wide"' : ''}>${page.body}</main></body></html>`
}

/** Returns the address under which a window shows a document of the shell. */
export function documentUrl(html: string): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}

function actionHtml({ name, label, isPrimary = false }: ShellAction): string {
  return `<a class="button${isPrimary ? ' primary' : ''}" role="button" href="${shellOrigin}/${encodeURIComponent(name)}">${escaped(label)}</a>`
}

function fieldHtml({ action, label, placeholder, value, submit, error }: ShellField): string {
  const problem = error === null ? '' : `<p id="problem" role="alert" class="problem">${escaped(error)}</p>`
  return `<form action="${shellOrigin}/${encodeURIComponent(action)}"><label for="value">${escaped(label)}</label>
<div class="row"><input id="value" name="value" required autocomplete="off" spellcheck="false" placeholder="${escaped(placeholder)}" value="${escaped(value)}"${error === null ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'}>
<button class="button">${escaped(submit)}</button></div>${problem}</form>`
}

function sectionHtml({ title, text }: ShellSection): string {
  return `<details><summary>${escaped(title)}</summary><pre tabindex="0">${escaped(text)}</pre></details>`
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

const mark = `<svg width="36" height="36" viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="6" class="tile"/><g fill="none" stroke-width="1.9" stroke-linecap="round" class="waves"><path d="${brandPaths.upper}"/><path d="${brandPaths.lower}" opacity=".72"/></g></svg>`

/** The web app's colours and sizes, so that nothing moves or changes colour when it takes over. */
const styles = `
:root{color-scheme:light dark;font:13px/20px 'Inter Variable',Inter,system-ui,sans-serif;
--bg:light-dark(oklch(98.4% .003 247),oklch(16.8% .012 255));--surface:light-dark(#fff,oklch(20.4% .014 255));
--line:light-dark(oklch(85% .01 250),oklch(36% .018 255));--text:light-dark(oklch(25% .018 255),oklch(93% .006 250));
--muted:light-dark(oklch(49% .018 255),oklch(71% .014 250));--accent:light-dark(oklch(52% .125 243),oklch(70% .12 238));
--on-accent:light-dark(#fff,oklch(16% .02 255));--bad:light-dark(oklch(54% .18 27),oklch(70% .15 25));--hover:light-dark(oklch(95.4% .006 247),oklch(26% .018 255))}
body{margin:0;min-height:100vh;display:flex;background:var(--bg);color:var(--text);-webkit-user-select:none;user-select:none}
main{margin:auto;padding:32px 24px;width:100%;max-width:440px;box-sizing:border-box}main.wide{max-width:820px;margin:0 auto}
.tile{fill:var(--accent)}.waves{stroke:var(--on-accent)}
h1{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em;margin:16px 0 6px}
p{margin:0 0 12px;color:var(--muted);overflow-wrap:anywhere;-webkit-user-select:text;user-select:text}
.note{color:var(--text)}.problem{color:var(--bad);margin:6px 0 0}
.actions,.row{display:flex;flex-wrap:wrap;gap:8px}.actions{margin-top:20px}.row{margin-top:6px}
form{margin-top:24px}label{font-weight:500}
.button{display:inline-flex;align-items:center;height:32px;padding:0 14px;border:1px solid var(--line);border-radius:7px;box-sizing:border-box;background:var(--surface);color:var(--text);font:inherit;font-weight:500;text-decoration:none;cursor:default}
.button:hover{background:var(--hover)}.primary,.primary:hover{background:var(--accent);border-color:transparent;color:var(--on-accent)}
input{flex:1;min-width:180px;height:32px;padding:0 10px;border:1px solid var(--line);border-radius:7px;box-sizing:border-box;background:var(--surface);color:var(--text);font:inherit}
input::placeholder{color:var(--muted)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details{border-top:1px solid var(--line);padding:8px 0}details:first-of-type{margin-top:24px}summary{font-weight:500;padding:4px 0}
pre{max-height:300px;overflow:auto;font:12px/18px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere;-webkit-user-select:text;user-select:text}
@media (prefers-reduced-motion:no-preference){.busy svg{animation:breathe 1.8s ease-in-out infinite}}@keyframes breathe{50%{opacity:.55}}
`

import { updateText, type UpdateState } from '@tidemark/shared/ipc/update-state'
import { shellOrigin } from '../security/navigation-rules'
import { escaped, shellDocument } from './shell-page'

/** The content of the form, as stored or as typed. */
export interface SettingsDraft {
  readonly updateMode: string
  readonly updateChannel: string
  readonly proxyMode: string
  readonly proxyAddress: string
  readonly proxyScript: string
  readonly proxyBypass: string
}

export interface SettingsForm {
  readonly draft: SettingsDraft
  readonly update: UpdateState
  /** The chosen certificates, each described in a few words. */
  readonly authorities: readonly string[]
  /** A sentence on what was done; null if nothing was. */
  readonly note: string | null
  /** Why the typed proxy settings cannot be used; null if they can. */
  readonly problem: string | null
}

/**
 * Returns the page of settings that all profiles of this computer share. It works without a server: plain HTML, one
 * form.
 */
export function settingsPageHtml({ draft, update, authorities, note, problem }: SettingsForm): string {
  const at = (action: string) => `${shellOrigin}/${action}`
  const typed = (name: string, label: string, value: string, placeholder: string) =>
    `<label class="field">${label}<input name="${name}" value="${escaped(value)}" placeholder="${placeholder}" autocomplete="off" spellcheck="false"${problem === null ? '' : ' aria-describedby="problem"'}></label>`
  const body = `<h1>Desktop app settings</h1>
${note === null ? '' : `<p role="status" class="note">${escaped(note)}</p>`}
<form action="${at('save')}">
<button class="first" tabindex="-1" aria-hidden="true"></button>
<fieldset><legend>Updates</legend>
<p>${escaped(updateText(update))}</p>
${choices('updateMode', draft.updateMode, [
  ['automatic', 'Download updates automatically and install them when Tidemark closes'],
  ['ask', 'Tell me, and download them when I choose'],
])}
<label class="field">Versions<select name="updateChannel">${options(draft.updateChannel, [
    ['latest', 'Stable'],
    ['beta', 'Beta: earlier, less tested'],
  ])}</select></label>
${updateButton(update)}
</fieldset>
<fieldset><legend>Proxy</legend>
<p>For team servers and updates. Tidemark’s own server on this computer, and databases, are always reached directly.</p>
${choices('proxyMode', draft.proxyMode, [
  ['system', 'Use the system’s settings'],
  ['direct', 'No proxy'],
  ['manual', 'Use this proxy'],
  ['script', 'Automatic script (PAC)'],
])}
<div class="when manual">${typed('proxyAddress', 'Proxy', draft.proxyAddress, 'http://proxy.example:3128')}
${typed('proxyBypass', 'Except for', draft.proxyBypass, 'intranet.example, 10.0.0.0/8')}</div>
<div class="when script">${typed('proxyScript', 'Script address', draft.proxyScript, 'https://config.example/proxy.pac')}</div>
${problem === null ? '' : `<p id="problem" role="alert" class="problem">${escaped(problem)}</p>`}
</fieldset>
<fieldset><legend>Certificates</legend>
<p>Team servers whose certificate comes from your organisation’s own authority. What this system trusts is trusted here too.</p>
${authorities.length === 0 ? '' : `<ul>${authorities.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`}
<div class="row"><button class="button" formaction="${at('choose-authority')}">Choose a file…</button>
${authorities.length === 0 ? '' : `<button class="button" formaction="${at('forget-authority')}">Stop trusting them</button>`}</div>
</fieldset>
<div class="actions"><button class="button primary">Save</button><a class="button" role="button" href="${at('close')}">Close</a></div>
</form>`
  return shellDocument({ title: 'Desktop app settings', body, isWide: true, styles })
}

function updateButton({ kind }: UpdateState): string {
  const button = (action: string, label: string) =>
    `<button class="button" formaction="${shellOrigin}/${action}">${label}</button>`
  if (kind === 'unsupported') return ''
  return kind === 'available' ? button('load', 'Download') : button('check', 'Check now')
}

type Choices = readonly (readonly [value: string, label: string])[]

function choices(name: string, chosen: string, all: Choices): string {
  return all
    .map(
      ([value, label]) =>
        `<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen ? ' checked' : ''}>${label}</label>`,
    )
    .join('\n')
}

function options(chosen: string, all: Choices): string {
  return all
    .map(([value, label]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${label}</option>`)
    .join('')
}

const styles = `main.wide{max-width:600px}h1{margin:0 0 16px}form{margin:0}
fieldset{border:1px solid var(--line);border-radius:10px;background:var(--surface);margin:0 0 16px;padding:4px 16px 16px}
legend{float:left;width:100%;font-weight:600;padding:8px 0 0}legend+*{clear:both}fieldset p{margin:6px 0 10px}.first{display:none}
.choice{display:flex;gap:8px;align-items:baseline;font-weight:400;padding:4px 0}.choice input{flex:none;min-width:0;height:auto;margin:0;accent-color:var(--accent)}
.field{display:flex;flex-direction:column;gap:4px;margin:8px 0 12px;font-weight:500}.field input{flex:none;width:100%}
select{height:32px;padding:0 10px;border:1px solid var(--line);border-radius:7px;background:var(--surface);color:var(--text);font:inherit;width:fit-content;max-width:100%}
ul{margin:0 0 12px;padding-left:18px}.when{display:none}form:has([value=manual]:checked) .manual,form:has([value=script]:checked) .script{display:block}
button.button{cursor:default}`

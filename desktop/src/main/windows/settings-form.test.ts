import { updateText } from '@tidemark/shared/ipc/update-state'
import { expect, it } from 'vitest'
import { settingsPageHtml, type SettingsForm } from './settings-form'

const page: SettingsForm = {
  draft: {
    updateMode: 'ask',
    updateChannel: 'beta',
    proxyMode: 'manual',
    proxyAddress: '"><script>1</script>',
    proxyScript: '',
    proxyBypass: '<b>',
  },
  update: { kind: 'failed', reason: '<i>' },
  authorities: ['<u>'],
  note: '<s>',
  problem: '<p onclick=1>',
}

it('shows whatever it is given as text, and what is chosen as chosen', () => {
  const html = settingsPageHtml(page)
  expect(html).not.toMatch(/<script|<b>|<i>|<u>|<s>|<p onclick/)
  expect(html.match(/value="(\w+)" checked/g)).toEqual(['value="ask" checked', 'value="manual" checked'])
  expect(html).toContain('value="beta" selected')
})

it('saves when Enter is pressed: the first button of a form is what that presses', () => {
  const [first] = settingsPageHtml(page).match(/<button[^>]*>/) ?? []
  expect(first).not.toContain('formaction')
})

it.each([
  [{ kind: 'available', version: '2.0.0' }, /2\.0\.0 is available/],
  [{ kind: 'downloading', version: '2.0.0', percent: 41 }, /41 %/],
  [{ kind: 'ready', version: '2.0.0' }, /when you close/],
  [{ kind: 'unsupported', reason: 'This is a development build.' }, /development/],
] as const)('says of updates that are %j how they stand', (update, text) => {
  expect(updateText(update)).toMatch(text)
})

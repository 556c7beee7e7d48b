import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkSettingsFields, type LinkSettings } from './link-settings'

const settings: LinkSettings = { days: '90', age: '60', modes: {}, sites: '', opens: 'link', password: 'new' }

function fieldsOf(changes: Partial<LinkSettings>): { readonly html: string; readonly password: string | undefined } {
  const html = renderToStaticMarkup(
    <LinkSettingsFields
      link={null}
      settings={{ ...settings, ...changes }}
      fields={[]}
      errors={{}}
      onChange={() => undefined}
    />,
  )
  return { html, password: /<input[^>]*name="password"[^>]*>/.exec(html)?.[0] }
}

test('a new link with sites keeps the field of its password, but sends none', () => {
  expect(fieldsOf({}).password).not.toContain('disabled=""')
  for (const changes of [{ sites: 'https://www.example.com' }, { opens: 'signed' }] as const) {
    const { html, password } = fieldsOf(changes)
    expect(password).toContain('disabled=""')
    expect(html).toContain('A link is for sites or has a password, not both. This one will have no password.')
  }
})

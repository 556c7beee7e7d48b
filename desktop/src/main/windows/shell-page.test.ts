import { expect, it } from 'vitest'
import { shellPageHtml } from './shell-page'

it('shows whatever it is given as text', () => {
  const html = shellPageHtml({
    title: '<script>1</script>',
    heading: `"><img src=x onerror=alert(1)>`,
    text: '&amp;',
    actions: [{ name: 'a/../b"', label: '<b>' }],
    field: {
      action: 'x',
      label: '<',
      placeholder: '"',
      value: '" autofocus onfocus="alert(1)',
      submit: '>',
      error: '<i>',
    },
    sections: [{ title: '</summary>', text: '</pre><script>2</script>' }],
  })
  expect(html).not.toMatch(/<script|<img|<b>|<i>|onfocus="/)
  expect(html).toContain('href="https://shell.tidemark.invalid/a%2F..%2Fb%22"')
})

it('runs no script and sends its field to the shell alone', () => {
  const html = shellPageHtml({ title: 't', heading: 'h', text: 'x', actions: [] })
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; form-action https://shell.tidemark.invalid\"")
})
